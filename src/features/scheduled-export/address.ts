import type { ExportContent } from './content.ts';

/** The address of `/exports`; with a content it opens the form for a new export of it. */
export interface ExportsAddress {
  readonly content?: ExportContent;
}

/** Passes the address through the router unchecked; the page checks the content, and loads later. */
export function exportsAddress(search: Readonly<Record<string, unknown>>): ExportsAddress {
  return search;
}
