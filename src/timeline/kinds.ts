/** What the timeline knows of the kinds of documents: their entries (ENUM-09 to ENUM-11) and statuses (ENUM-01 to ENUM-04). */

/**
 * What an entry is: the first one, done by whoever made the document; a step, which somebody has to do; a remark, written down as
 * done (TL-05); or the end before its time.
 */
type Nature = 'start' | 'step' | 'remark' | 'end';

/** What a status tells the person; each meaning has one colour. */
export type StatusMeaning = 'waiting' | 'progress' | 'done' | 'declined' | 'clearing' | 'draft';

/** One type of entry. */
interface Entry<Status = string> {
  readonly nature: Nature;
  /** The status of the document while this entry is the current one (TL-18). */
  readonly status?: Status;
  /** It is nobody's in particular: everybody with the right may do it (TL-16). */
  readonly isUnassigned?: true;
  /** The product skips it by itself: then nobody has done it, whoever's task it would have been (INV-24, TL-27). */
  readonly isPassedOn?: true;
  /** It may be what a cancellation leaves to do: what had left is taken back (EXP-24). */
  readonly followsCancellation?: true;
  /** The status of a document that was cancelled once this entry was done, where that is another one (TASK-09). */
  readonly cancelledLate?: Status;
}

/** Entries and statuses of one kind. */
interface Vocabulary<Status extends string, Type extends string> {
  /** Every status with its meaning, in the order in which lists offer them (ENUM-01 to ENUM-04). */
  readonly statuses: Readonly<Record<Status, StatusMeaning>>;
  readonly entries: Readonly<Record<Type, Entry<NoInfer<Status>>>>;
  readonly done: NoInfer<Status>;
  readonly cancelled: NoInfer<Status>;
}

function vocabulary<Status extends string, Type extends string>(
  words: Vocabulary<Status, Type>,
): Vocabulary<Status, Type> {
  return words;
}

/** Kinds of documents; their tables, and the columns that point to them (`<kind>_id`), are called the same. */
const kinds = {
  // TL-18, with `draft` of TL-24.
  procurement: vocabulary({
    statuses: {
      draft: 'draft',
      open: 'progress',
      approval: 'waiting',
      approved: 'progress',
      ordered: 'waiting',
      clearing: 'clearing',
      declined: 'declined',
      completed: 'done',
    },
    entries: {
      start: { nature: 'start', status: 'draft' },
      'select-product': { nature: 'step', status: 'open' },
      approval: { nature: 'step', status: 'approval' },
      clearing: { nature: 'step', status: 'clearing' },
      'send-order': { nature: 'step', status: 'approved' },
      'order-sent-internal': { nature: 'remark' },
      'order-sent-punchout': { nature: 'remark' },
      delivery: { nature: 'step', status: 'ordered' },
      'product-received': { nature: 'remark' },
    },
    done: 'completed',
    cancelled: 'declined',
  }),
  invoice: vocabulary({
    statuses: {
      open: 'progress',
      approval: 'progress',
      'financial-approval': 'waiting',
      clearing: 'clearing',
      accounting: 'progress',
      export: 'progress',
      completed: 'done',
      declined: 'declined',
      'declined-exported': 'declined',
    },
    entries: {
      'invoice-upload': { nature: 'start' },
      'invoice-recognition': { nature: 'step', status: 'open' },
      'invoice-manual-check': { nature: 'step', status: 'approval', isPassedOn: true },
      'invoice-financial-approval': { nature: 'step', status: 'financial-approval' },
      'invoice-clearing': { nature: 'step', status: 'clearing' },
      'invoice-accounting': { nature: 'step', status: 'accounting' },
      'invoice-export': {
        nature: 'step',
        status: 'export',
        isUnassigned: true,
        followsCancellation: true,
        cancelledLate: 'declined-exported',
      },
    },
    done: 'completed',
    cancelled: 'declined',
  }),
  contract: vocabulary({
    statuses: {
      active: 'done',
      inactive: 'draft',
      cancelled: 'declined',
      expired: 'draft',
      pending: 'draft',
      completed: 'done',
      check: 'progress',
      clearing: 'clearing',
      signature: 'waiting',
      'contract-approval': 'waiting',
      // An amendment that was signed (CON-38).
      incorporated: 'draft',
    },
    entries: {
      'contract-start': { nature: 'start', status: 'pending' },
      'contract-check': { nature: 'step', status: 'check' },
      'contract-approval': { nature: 'step', status: 'contract-approval' },
      'contract-signing': { nature: 'step', status: 'signature' },
      'contract-clearing': { nature: 'step', status: 'clearing' },
    },
    done: 'completed',
    cancelled: 'cancelled',
  }),
} as const;

/** What the timeline of every kind may hold. */
const everywhere = {
  comment: { nature: 'remark' },
  reassignment: { nature: 'remark' },
  cancellation: { nature: 'end' },
  skip: { nature: 'remark' },
} as const satisfies Record<string, Entry>;

export type DocumentKind = keyof typeof kinds;
export const documentKinds = Object.keys(kinds) as readonly DocumentKind[];

/** Whether a table holds documents of a kind. */
export function isDocumentTable(table: string): table is DocumentKind {
  return Object.hasOwn(kinds, table);
}

/** The statuses of each kind. */
export type StatusOf = { readonly [Kind in DocumentKind]: keyof (typeof kinds)[Kind]['statuses'] };
export type ProcurementStatus = StatusOf['procurement'];
export type InvoiceStatus = StatusOf['invoice'];
export type ContractStatus = StatusOf['contract'];

export type EntryType =
  | { readonly [Kind in DocumentKind]: keyof (typeof kinds)[Kind]['entries'] }[DocumentKind]
  | keyof typeof everywhere;

const entries = Object.assign(
  {},
  ...Object.values(kinds).map((kind) => kind.entries),
  everywhere,
) as Readonly<Record<EntryType, Entry>>;

export const entryTypes = Object.keys(entries) as readonly EntryType[];
/** The entries with which documents begin; nobody has to do them once a document is on its way. */
export const startTypes: readonly EntryType[] = entryTypes.filter((type) => entries[type].nature === 'start');
/** What somebody has to do. */
export const stepTypes: readonly EntryType[] = entryTypes.filter(isStep);

/** Something of each kind. */
function ofEach<Part>(part: (kind: DocumentKind) => Part): Readonly<Record<DocumentKind, Part>> {
  return Object.fromEntries(documentKinds.map((kind) => [kind, part(kind)])) as Record<DocumentKind, Part>;
}

/** Which entry types the timeline of a document may hold (ENUM-09 to ENUM-11). */
export const entryTypesOf = ofEach(
  (kind) => Object.keys({ ...kinds[kind].entries, ...everywhere }) as readonly EntryType[],
);

export const statusesOf = ofEach((kind) => Object.keys(kinds[kind].statuses)) as {
  readonly [Kind in DocumentKind]: readonly StatusOf[Kind][];
};

/** ENUM-07. Null stands for "not done yet", `reassigned` for a group's task that a person accepted (TL-21). */
export const entryStatuses = [
  'approved',
  'declined',
  'reassigned',
  'comment',
  'upload',
  'reassignment',
  'skip',
  'repeat',
  'system',
  'auditLog',
  'canceled',
] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** ENUM-08. */
export const entrySizes = ['size-s', 'size-m', 'size-l'] as const;
export type EntrySize = (typeof entrySizes)[number];

/** ENUM-12, as stored. */
export const textTypes = [
  'present',
  'past',
  'past-unsuccessful',
  'future',
  'finished-unsuccessful',
  'assignment',
] as const;
export type TextType = (typeof textTypes)[number];

/** Somebody has to do this entry before the document moves on. */
export function isStep(type: EntryType): boolean {
  return entries[type].nature === 'step';
}

/** The entry is work of a person: a step, or the start while the document is a draft. */
export function isWork(type: EntryType): boolean {
  return isStep(type) || entries[type].nature === 'start';
}

/** The entry only reports something; it never moves the document. */
export function isRemark(type: EntryType): boolean {
  return entries[type].nature === 'remark';
}

/** The entry is nobody's in particular: everybody with the right may do it (TL-16). */
export function isUnassigned(type: EntryType): boolean {
  return entries[type].isUnassigned === true;
}

/** The product itself passed the entry on: nobody has done it, whoever's task it would have been (INV-24, TL-27). */
export function isPassedOn({
  type,
  status,
}: {
  readonly type: EntryType;
  readonly status: EntryStatus | null;
}): boolean {
  return status === 'skip' && entries[type].isPassedOn === true;
}

/** The entry may be what a cancellation leaves to do (EXP-24). */
export function mayFollowCancellation(type: EntryType): boolean {
  return entries[type].followsCancellation === true;
}

/** How the status of a kind follows from the timeline. */
export interface StatusRule<Status> {
  readonly entries: Readonly<Partial<Record<EntryType, Entry<Status>>>>;
  readonly done: Status;
  readonly cancelled: Status;
}

export const statusRules: { readonly [Kind in DocumentKind]: StatusRule<StatusOf[Kind]> } = kinds;

/** The statuses of what was cancelled of a kind, early or late (TL-18, TASK-09). */
export function cancelledStatuses<Kind extends DocumentKind>(kind: Kind): readonly StatusOf[Kind][] {
  const { cancelled, entries: own }: StatusRule<StatusOf[Kind]> = statusRules[kind];
  return [cancelled, ...Object.values(own).flatMap(({ cancelledLate }) => cancelledLate ?? [])];
}

/** The meaning of a document status (ENUM-01 to ENUM-04); an unknown one counts as draft. */
export function statusMeaning(kind: DocumentKind, status: string): StatusMeaning {
  const known: Readonly<Record<string, StatusMeaning>> = kinds[kind].statuses;
  return known[status] ?? 'draft';
}
