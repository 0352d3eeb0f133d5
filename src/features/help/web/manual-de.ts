/** The German manual by file, as a separate chunk. */
export const files = import.meta.glob<string>('../../../../manual/de/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});
