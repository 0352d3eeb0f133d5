import { compareAmounts, isAmount, sum } from '../../../../base/money.ts';
import type { DatevClient } from './clients.ts';
import type { Booking, DxsoJob, ProtocolEntry, ReceivedFile } from './state.ts';
import { childrenOf, readXmlTree, type XmlNode } from './xml.ts';

/** A valid document of document.xml. */
export interface ArchivedDocument {
  /** Null for images without a booking. */
  readonly booking: Booking | null;
  readonly guid: string | null;
  readonly images: readonly ReceivedFile[];
}

export interface ArchiveReading {
  readonly documents: readonly ArchivedDocument[];
  /** The problems, each with its file. */
  readonly problems: readonly Pick<ProtocolEntry, 'text' | 'filename' | 'type'>[];
  /** The number of documents in document.xml. */
  readonly named: number;
}

const archiveName = 'document.xml';
const archiveNamespace = 'http://xml.datev.de/bedi/tps/document/v06.0';
const ledgerNamespace = 'http://xml.datev.de/bedi/tps/ledger/v060';
const ledgerNotice = 'Kopie nur zur Verbuchung berechtigt nicht zum Vorsteuerabzug';
/** The elements that all parts of one invoice share, with the corresponding attribute of the whole. */
const sharedElements = {
  date: 'consolidatedDate',
  invoiceId: 'consolidatedInvoiceId',
  currencyCode: 'consolidatedCurrencyCode',
} as const;

/** Stops reading one document, with a sentence for the protocol. */
class Mistake extends Error {
  readonly filename: string;

  constructor(filename: string, text: string) {
    super(text);
    this.filename = filename;
  }
}

/** Reads the files of a job as DATEV does on finalisation; nothing is stored yet. */
export function readArchive(job: DxsoJob, client: DatevClient): ArchiveReading {
  const root = fileNamed(job, archiveName);
  const archive = root && readXmlTree(root.content);
  if (archive?.name !== 'archive' || archive.namespace !== archiveNamespace) {
    const text = root ? 'ist kein Archiv der Version 6.0' : 'fehlt';
    return { documents: [], problems: [{ type: 'error', filename: archiveName, text }], named: 0 };
  }
  const nodes = childrenOf(archive, 'content').flatMap((content) => childrenOf(content, 'document'));
  const problems: ArchiveReading['problems'][number][] = [];
  const documents = nodes.flatMap((node, index) => {
    try {
      return [readDocument(node, nodes.slice(0, index), job, client)];
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      problems.push({ type: 'error', filename: error.filename, text: error.message });
      return [];
    }
  });
  const named = new Set([archiveName, ...nodes.flatMap(namesIn)]);
  for (const { name } of job.files)
    if (!named.has(name))
      problems.push({ type: 'warning', filename: name, text: `ist in ${archiveName} nicht genannt` });
  return { documents, problems, named: nodes.length };
}

function readDocument(
  node: XmlNode,
  earlier: readonly XmlNode[],
  job: DxsoJob,
  client: DatevClient,
): ArchivedDocument {
  const guid = node.attributes.guid ?? null;
  if (guid && earlier.some((other) => other.attributes.guid === guid))
    throw new Mistake(archiveName, `die GUID ${guid} kommt mehrfach vor`);
  const received = namesIn(node).map((name) => {
    const file = fileNamed(job, name);
    if (!file) throw new Mistake(name, 'wurde nicht empfangen');
    return file;
  });
  const ledger = extensions(node, 'accountsPayableLedger')[0];
  return {
    guid,
    booking: ledger ? readLedger(ledger, guid, job, client) : null,
    images: received.filter(({ name }) => name !== ledger?.attributes.datafile),
  };
}

function readLedger(ledger: XmlNode, guid: string | null, job: DxsoJob, client: DatevClient): Booking {
  const name = ledger.attributes.datafile ?? '';
  const property = (key: string) =>
    childrenOf(ledger, 'property').find(({ attributes }) => attributes.key === key)?.attributes.value ?? '';
  const [month, folder] = [property('1'), property('3')];
  if (job.month !== null && month !== job.month)
    throw new Mistake(name, `der Buchungszeitraum ${month} ist nicht der des Auftrags`);
  if (!client.ledgerFolders.includes(folder))
    throw new Mistake(name, `der Ordner ${folder} ist nicht bekannt`);
  const root = readXmlTree(fileNamed(job, name)?.content ?? Buffer.alloc(0));
  if (root?.name !== 'LedgerImport' || root.namespace !== ledgerNamespace)
    throw new Mistake(name, 'ist keine Datei der Ledger-Schnittstelle 6.0');
  if (root.attributes.xml_data !== ledgerNotice)
    throw new Mistake(name, 'der Hinweis zum Vorsteuerabzug fehlt');
  const [whole, ...others] = childrenOf(root, 'consolidate');
  if (!whole || others.length > 0) throw new Mistake(name, 'enthält nicht genau eine Rechnung');
  return { clientId: client.id, jobId: job.id, guid, month, folder, ...readInvoice(whole, name) };
}

function readInvoice(
  whole: XmlNode,
  filename: string,
): Pick<Booking, 'invoiceNumber' | 'amount' | 'currency' | 'date' | 'parts'> {
  const parts = childrenOf(whole, 'accountsPayableLedger').map((part) =>
    Object.fromEntries(part.children.map(({ name, text }) => [name, text])),
  );
  const amounts = parts.map(({ amount = '' }) => amount);
  const amount = whole.attributes.consolidatedAmount ?? '';
  if (parts.length === 0 || ![amount, ...amounts].every(isAmount))
    throw new Mistake(filename, 'enthält keine lesbaren Beträge');
  if (compareAmounts(sum(amounts), amount) !== 0)
    throw new Mistake(filename, `die Summe ${sum(amounts)} ist nicht ${amount}`);
  for (const [element, attribute] of Object.entries(sharedElements)) {
    const values = new Set([...parts.map((part) => part[element]), whole.attributes[attribute]]);
    values.delete(undefined);
    if (values.size !== 1) throw new Mistake(filename, `${element} ist nicht in allen Teilen gleich`);
  }
  const shared = (element: keyof typeof sharedElements) =>
    whole.attributes[sharedElements[element]] ?? parts[0]?.[element] ?? '';
  return {
    amount,
    parts,
    invoiceNumber: shared('invoiceId'),
    currency: shared('currencyCode'),
    date: shared('date'),
  };
}

function extensions(document: XmlNode, type: string): readonly XmlNode[] {
  return childrenOf(document, 'extension').filter(({ attributes }) => attributes['xsi:type'] === type);
}

/** The file names of a document: its images and its data file. */
function namesIn(document: XmlNode): string[] {
  const images = extensions(document, 'File').map(({ attributes }) => attributes.name);
  const data = extensions(document, 'accountsPayableLedger').map(({ attributes }) => attributes.datafile);
  return [...images, ...data].filter((name) => name !== undefined);
}

function fileNamed(job: DxsoJob, name: string): ReceivedFile | undefined {
  return job.files.find((file) => file.name === name);
}
