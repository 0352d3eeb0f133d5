import { round, sum } from '../../../base/money.ts';
import { xmlText } from '../../../base/xml-text.ts';
import type { Amendment, Collection } from './collection.ts';
import { sepaText } from './sepa-text.ts';

/** A file of direct debits for the creditor's bank (OP-09). */
export interface DebitFile {
  /** `pain.008.001.02` or `pain.008.001.08`. */
  readonly format: string;
  /** At most 27 characters; groups append a number. */
  readonly messageId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly creditor: { readonly name: string; readonly iban: string; readonly bic: string | null };
  readonly collections: readonly Collection[];
}

const longest = { name: 70, text: 140, line: 70, zipcode: 16, town: 35 } as const;

/**
 * The file as XML, valid against the schema of its format. Collections with the same scheme, sequence, day and
 * creditor id form a group (PmtInf). Texts use the SEPA character set.
 */
export function pain008(file: DebitFile): string {
  const { format, messageId, createdAt, creditor, collections } = file;
  const groups = Map.groupBy(collections, ({ scheme, sequence, day, creditorId }) =>
    [scheme, sequence, day, creditorId].join(' '),
  );
  const header = element(
    'GrpHdr',
    text('MsgId', messageId),
    text('CreDtTm', createdAt),
    ...sums(collections),
    element('InitgPty', name(creditor.name)),
  );
  const parts = [...groups.values()].map((group, place) =>
    paymentGroup(file, group, `${messageId}-${place + 1}`),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}">`,
    element('CstmrDrctDbtInitn', header, ...parts),
    '</Document>\n',
  ].join('\n');
}

function paymentGroup({ format, creditor }: DebitFile, group: readonly Collection[], id: string): string {
  const [first] = group;
  if (first === undefined) return '';
  const { scheme, sequence, day, creditorId } = first;
  return element(
    'PmtInf',
    text('PmtInfId', id),
    text('PmtMtd', 'DD'),
    ...sums(group),
    element(
      'PmtTpInf',
      element('SvcLvl', text('Cd', 'SEPA')),
      element('LclInstrm', text('Cd', scheme)),
      text('SeqTp', sequence),
    ),
    text('ReqdColltnDt', day),
    element('Cdtr', name(creditor.name)),
    element('CdtrAcct', element('Id', text('IBAN', creditor.iban))),
    agent('CdtrAgt', creditor.bic, format),
    text('ChrgBr', 'SLEV'),
    element('CdtrSchmeId', schemeId(creditorId)),
    ...group.map((collection) => transaction(collection, format)),
  );
}

function transaction(collection: Collection, format: string): string {
  const { reference, amount, mandate, mandateDay, amendment, holder, iban, bic } = collection;
  return element(
    'DrctDbtTxInf',
    element('PmtId', text('EndToEndId', reference)),
    `<InstdAmt Ccy="EUR">${round(amount, 2)}</InstdAmt>`,
    element(
      'DrctDbtTx',
      element(
        'MndtRltdInf',
        text('MndtId', mandate),
        text('DtOfSgntr', mandateDay),
        ...(amendment ? amended(amendment) : [text('AmdmntInd', 'false')]),
      ),
    ),
    agent('DbtrAgt', bic, format),
    element('Dbtr', name(holder), ...addressOf(collection, format)),
    element('DbtrAcct', element('Id', text('IBAN', iban))),
    element('RmtInf', text('Ustrd', sepaText(collection.text, longest.text) || reference)),
  );
}

/** A changed account is reported without the former one: "same mandate, new debtor account". */
function amended({ isOtherAccount, formerCreditorId }: Amendment): readonly string[] {
  return [
    text('AmdmntInd', 'true'),
    element(
      'AmdmntInfDtls',
      ...(formerCreditorId === null ? [] : [element('OrgnlCdtrSchmeId', schemeId(formerCreditorId))]),
      ...(isOtherAccount
        ? [element('OrgnlDbtrAcct', element('Id', element('Othr', text('Id', 'SMNDA'))))]
        : []),
    ),
  ];
}

/** Banks require structured addresses in the newer format; the older one has address lines. */
function addressOf({ address }: Collection, format: string): readonly string[] {
  if (address === null) return [];
  const { street, zipcode = '', town, country } = address;
  const written: readonly (readonly [string, string])[] =
    format === 'pain.008.001.02'
      ? [
          ['Ctry', country],
          ['AdrLine', sepaText(street, longest.line)],
          ['AdrLine', sepaText(`${zipcode} ${town}`, longest.line)],
        ]
      : [
          ['StrtNm', sepaText(street, longest.line)],
          ['PstCd', sepaText(zipcode, longest.zipcode)],
          ['TwnNm', sepaText(town, longest.town)],
          ['Ctry', country],
        ];
  return [
    element(
      'PstlAdr',
      ...written.filter(([, value]) => value !== '').map(([tag, value]) => text(tag, value)),
    ),
  ];
}

function agent(tag: string, bic: string | null, format: string): string {
  const known = format === 'pain.008.001.02' ? 'BIC' : 'BICFI';
  return element(
    tag,
    element('FinInstnId', bic === null ? element('Othr', text('Id', 'NOTPROVIDED')) : text(known, bic)),
  );
}

function schemeId(id: string): string {
  return element(
    'Id',
    element('PrvtId', element('Othr', text('Id', id), element('SchmeNm', text('Prtry', 'SEPA')))),
  );
}

/** A name without any valid character is replaced. */
function name(of: string): string {
  return text('Nm', sepaText(of, longest.name) || 'NOTPROVIDED');
}

function sums(collections: readonly Collection[]): readonly string[] {
  const total = round(sum(collections.map(({ amount }) => amount)), 2);
  return [text('NbOfTxs', String(collections.length)), text('CtrlSum', total)];
}

function text(tag: string, value: string): string {
  return `<${tag}>${xmlText(value)}</${tag}>`;
}

function element(tag: string, ...content: readonly string[]): string {
  return `<${tag}>${content.join('')}</${tag}>`;
}
