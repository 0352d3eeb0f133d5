/** Texts of `invoice.read.type` by the codes of UNTDID 1001; all others are plain invoices. */
export const documentTypes: Readonly<Record<string, string>> = {
  '380': 'invoice',
  '381': 'credit_note',
  '396': 'credit_note',
  '384': 'correction',
  '386': 'prepayment',
  '389': 'self_billing',
};

type Translate = (key: string) => string;

/** The kind of document of a UNTDID 1001 code, in the language of `t`. */
export function documentTypeText(code: string, t: Translate): string {
  return t(`invoice.read.type.${documentTypes[code] ?? 'invoice'}`);
}
