import type { Tx } from '../../../platform/server/database.ts';
import { readFile } from '../../../platform/server/files/files.ts';
import { type PreparedPicture, printablePicture } from '../../../platform/server/files/picture.ts';
import type { LetterCompany } from '../../letter/company.ts';
import type { LetterPictures } from './letterhead.ts';

/** A company with the ids of its letter pictures. */
export type PicturedCompany<C extends LetterCompany = LetterCompany> = C & {
  readonly logo_file_id: string | null;
  readonly letterhead_file_id: string | null;
};

/** The sending company; null without one. `own` names further columns for the caller's letter. */
export async function loadLetterCompany<C extends LetterCompany = LetterCompany>(
  tx: Tx,
  id: number | null,
  own: readonly (keyof C & string)[] = [],
): Promise<PicturedCompany<C> | null> {
  const company = await tx.maybeOne<PicturedCompany<C>>(
    `select ${[
      `name, billing_name, billing_address, billing_zipcode, billing_city, country, email, vat_number, tax_number,
       legal_form, registered_seat, register_court, register_number, managing_directors, legal_footer, logo_file_id,
       letterhead_file_id`,
      ...own,
    ].join(', ')} from client where id = $1`,
    [id],
  );
  return company ?? null;
}

/** The printable pictures of the company and the signing person. */
export async function loadLetterPictures(
  tx: Tx,
  company: PicturedCompany | null,
  signatureFileId: string | null,
): Promise<LetterPictures> {
  const [logo, letterhead, signature] = await Promise.all([
    loadPicture(tx, company?.logo_file_id ?? null),
    loadPicture(tx, company?.letterhead_file_id ?? null),
    loadPicture(tx, signatureFileId),
  ]);
  return { logo, letterhead, signature };
}

async function loadPicture(tx: Tx, fileId: string | null): Promise<PreparedPicture | null> {
  if (fileId === null) return null;
  const file = await tx.maybeOne<{ tenant_id: number }>('select tenant_id from file where id = $1', [fileId]);
  return file ? await printablePicture(file.tenant_id, (await readFile(tx, fileId)).bytes) : null;
}
