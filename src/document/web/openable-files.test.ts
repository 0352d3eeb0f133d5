import { expect, it } from 'vitest';
import { type FileRow, openableFiles } from './document.ts';

it('ROLE-07 PROC-28 a file that the person may not open, such as a letter with prices, is not offered', () => {
  const offer = { id: 1, name: 'Angebot.pdf', file: { received_by: 'upload' } } as FileRow;
  const letter = { id: 2, name: 'Bestellung PO-000042.pdf', file: null } as FileRow;
  expect(openableFiles({ document_files: [offer, letter] })).toEqual([offer]);
  expect(openableFiles(null)).toEqual([]);
});
