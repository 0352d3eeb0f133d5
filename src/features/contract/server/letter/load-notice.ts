import type { Day } from '../../../../base/day.ts';
import { isLanguage, type Language } from '../../../../base/language.ts';
import { letterFileName, letterLanguage } from '../../../../document/letter/letter.ts';
import { loadLetterCompany, loadLetterPictures } from '../../../../document/server/letter/load-letter.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { text } from '../../../../platform/server/texts.ts';
import { type NoticeFacts, noticeLetter } from '../../notice-letter.ts';
import type { PrintableNotice } from './render-notice.ts';

/** The given content and the signer of a letter. */
export interface NoticeWish {
  /** Null for the language of the partner. */
  readonly language: string | null;
  readonly written_on: Day;
  readonly receipt_by: Day | null;
  readonly ends_on: Day;
  readonly senderId: number;
  readonly issuedAt: Date;
}

export interface NamedNotice extends PrintableNotice {
  readonly fileName: string;
  readonly number: string | null;
  /** The email address of the signer, for replies. */
  readonly replyTo: string | null;
  readonly language: Language;
}

interface Sender {
  readonly name: string;
  readonly email: string | null;
  readonly signature_file_id: string | null;
}

type Head = Pick<NoticeFacts, 'number' | 'external_contract_number' | 'name'> & {
  readonly client_id: number | null;
  readonly supplier_id: number | null;
  readonly main_language: Language;
};

/**
 * The notice letter of a contract whose visibility was checked before. Runs as writer, because the letter does not
 * depend on the addresses its reader may see (TECH-03).
 */
export async function loadNotice(tx: Tx, id: number, wish: NoticeWish): Promise<NamedNotice> {
  const head = await tx.one<Head>(
    `select k.contract_number_formatted as number, k.external_contract_number, k.name, k.client_id, k.supplier_id,
       t.main_language
     from contract k join tenant t on t.id = k.tenant_id where k.id = $1`,
    [id],
  );
  const [company, partner, contact] = await Promise.all([
    loadLetterCompany(tx, head.client_id),
    tx.maybeOne<NonNullable<NoticeFacts['partner']>>(
      `select s.name, s.contact_person, s.address, s.zipcode, s.city, s.country, s.order_language,
         coalesce(c.client_number, s.client_number) as client_number
       from supplier s left join supplier_client c on c.supplier_id = s.id and c.client_id = $2 where s.id = $1`,
      [head.supplier_id, head.client_id],
    ),
    tx.maybeOne<Sender>('select name, email, signature_file_id from lb_user where id = $1', [wish.senderId]),
  ]);
  const wished = wish.language !== null && isLanguage(wish.language) ? wish.language : null;
  const language = letterLanguage(wished, partner ?? null, head.main_language);
  const { written_on, receipt_by, ends_on, issuedAt } = wish;
  const document = noticeLetter(
    { ...head, company, partner: partner ?? null, contact: contact ?? null, written_on, receipt_by, ends_on },
    { language, t: (key, values) => text(language, key, values) },
  );
  return {
    document,
    pictures: await loadLetterPictures(tx, company, contact?.signature_file_id ?? null),
    issuedAt,
    fileName: letterFileName(document, partner?.name ?? ''),
    number: head.external_contract_number ?? head.number,
    replyTo: contact?.email ?? null,
    language,
  };
}
