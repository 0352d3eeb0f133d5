/** The English manual, by file; a file of its own for the browser. */
export const files = import.meta.glob<string>('../../../../manual/en/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});
