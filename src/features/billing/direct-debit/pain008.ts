import { round, sum } from '../../../base/money.ts';
import { xmlElement, xmlLeaf } from '../../../base/xml-text.ts';
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
  const header = xmlElement(
    'GrpHdr',
    xmlLeaf('MsgId', messageId),
    xmlLeaf('CreDtTm', createdAt),
    ...sums(collections),
    xmlElement('InitgPty', name(creditor.name)),
  );
  const parts = [...groups.values()].map((group, place) =>
    paymentGroup(file, group, `${messageId}-${place + 1}`),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}">`,
    xmlElement('CstmrDrctDbtInitn', header, ...parts),
    '</Document>\n',
  ].join('\n');
}

function paymentGroup({ format, creditor }: DebitFile, group: readonly Collection[], id: string): string {
  const [first] = group;
  if (first === undefined) return '';
  const { scheme, sequence, day, creditorId } = first;
  return xmlElement(
    'PmtInf',
    xmlLeaf('PmtInfId', id),
    xmlLeaf('PmtMtd', 'DD'),
    ...sums(group),
    xmlElement(
      'PmtTpInf',
      xmlElement('SvcLvl', xmlLeaf('Cd', 'SEPA')),
      xmlElement('LclInstrm', xmlLeaf('Cd', scheme)),
      xmlLeaf('SeqTp', sequence),
    ),
    xmlLeaf('ReqdColltnDt', day),
    xmlElement('Cdtr', name(creditor.name)),
    xmlElement('CdtrAcct', xmlElement('Id', xmlLeaf('IBAN', creditor.iban))),
    agent('CdtrAgt', creditor.bic, format),
    xmlLeaf('ChrgBr', 'SLEV'),
    xmlElement('CdtrSchmeId', schemeId(creditorId)),
    ...group.map((collection) => transaction(collection, format)),
  );
}

function transaction(collection: Collection, format: string): string {
  const { reference, amount, mandate, mandateDay, amendment, holder, iban, bic } = collection;
  return xmlElement(
    'DrctDbtTxInf',
    xmlElement('PmtId', xmlLeaf('EndToEndId', reference)),
    `<InstdAmt Ccy="EUR">${round(amount, 2)}</InstdAmt>`,
    xmlElement(
      'DrctDbtTx',
      xmlElement(
        'MndtRltdInf',
        xmlLeaf('MndtId', mandate),
        xmlLeaf('DtOfSgntr', mandateDay),
        ...(amendment ? amended(amendment) : [xmlLeaf('AmdmntInd', 'false')]),
      ),
    ),
    agent('DbtrAgt', bic, format),
    xmlElement('Dbtr', name(holder), ...addressOf(collection, format)),
    xmlElement('DbtrAcct', xmlElement('Id', xmlLeaf('IBAN', iban))),
    xmlElement('RmtInf', xmlLeaf('Ustrd', sepaText(collection.text, longest.text) || reference)),
  );
}

/** A changed account is reported without the former one: "same mandate, new debtor account". */
function amended({ isOtherAccount, formerCreditorId }: Amendment): readonly string[] {
  return [
    xmlLeaf('AmdmntInd', 'true'),
    xmlElement(
      'AmdmntInfDtls',
      ...(formerCreditorId === null ? [] : [xmlElement('OrgnlCdtrSchmeId', schemeId(formerCreditorId))]),
      ...(isOtherAccount
        ? [xmlElement('OrgnlDbtrAcct', xmlElement('Id', xmlElement('Othr', xmlLeaf('Id', 'SMNDA'))))]
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
    xmlElement(
      'PstlAdr',
      ...written.filter(([, value]) => value !== '').map(([tag, value]) => xmlLeaf(tag, value)),
    ),
  ];
}

function agent(tag: string, bic: string | null, format: string): string {
  const known = format === 'pain.008.001.02' ? 'BIC' : 'BICFI';
  return xmlElement(
    tag,
    xmlElement(
      'FinInstnId',
      bic === null ? xmlElement('Othr', xmlLeaf('Id', 'NOTPROVIDED')) : xmlLeaf(known, bic),
    ),
  );
}

function schemeId(id: string): string {
  return xmlElement(
    'Id',
    xmlElement(
      'PrvtId',
      xmlElement('Othr', xmlLeaf('Id', id), xmlElement('SchmeNm', xmlLeaf('Prtry', 'SEPA'))),
    ),
  );
}

/** A name without any valid character is replaced. */
function name(of: string): string {
  return xmlLeaf('Nm', sepaText(of, longest.name) || 'NOTPROVIDED');
}

function sums(collections: readonly Collection[]): readonly string[] {
  const total = round(sum(collections.map(({ amount }) => amount)), 2);
  return [xmlLeaf('NbOfTxs', String(collections.length)), xmlLeaf('CtrlSum', total)];
}
