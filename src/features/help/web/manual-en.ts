/** The English manual by file, as a separate chunk. */
export const files = import.meta.glob<string>('../../../../manual/en/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});
