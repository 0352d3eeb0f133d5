/** The German manual, by file; a file of its own for the browser. */
export const files = import.meta.glob<string>('../../../../manual/de/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});
