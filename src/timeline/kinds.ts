/**
 * The kinds of documents as known by the timeline: their entries (ENUM-09 to ENUM-11) and statuses (ENUM-01 to
 * ENUM-04).
 */

/**
 * The nature of an entry: the start, done by the creator; a step to be done; a remark, done at once (TL-05); or the
 * premature end.
 */
type Nature = 'start' | 'step' | 'remark' | 'end';

/** The meaning of a status; each has one colour. */
export type StatusMeaning = 'waiting' | 'progress' | 'done' | 'declined' | 'clearing' | 'draft';

/** One type of entry. */
interface Entry<Status = string> {
  readonly nature: Nature;
  /** The status of the document while this entry is current (TL-18). */
  readonly status?: Status;
  /** Has no assignee: everyone with the right may do it (TL-16). */
  readonly isUnassigned?: true;
  /** The product skips it automatically: then it counts as done by no person, whoever the assignee (INV-24, TL-27). */
  readonly isPassedOn?: true;
  /** May follow a cancellation: it takes back an export (EXP-24). */
  readonly followsCancellation?: true;
  /** The status of a document cancelled after this entry was done, if different (TASK-09). */
  readonly cancelledLate?: Status;
}

/** Entries and statuses of one kind. */
interface Vocabulary<Status extends string, Type extends string> {
  /** Every status with its meaning, in the order of the lists (ENUM-01 to ENUM-04). */
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

/** The kinds of documents; their tables and the columns that reference them (`<kind>_id`) have the same names. */
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
      // A signed amendment (CON-38).
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

/** Entries possible in every kind. */
const everywhere = {
  comment: { nature: 'remark' },
  reassignment: { nature: 'remark' },
  cancellation: { nature: 'end' },
  skip: { nature: 'remark' },
} as const satisfies Record<string, Entry>;

export type DocumentKind = keyof typeof kinds;
export const documentKinds = Object.keys(kinds) as readonly DocumentKind[];

/** Whether a table contains documents of a kind. */
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
/** The first entries of documents; no work once the document is submitted. */
export const startTypes: readonly EntryType[] = entryTypes.filter((type) => entries[type].nature === 'start');
/** Entries that somebody has to do. */
export const stepTypes: readonly EntryType[] = entryTypes.filter(isStep);

/** A value for each kind. */
function ofEach<Part>(part: (kind: DocumentKind) => Part): Readonly<Record<DocumentKind, Part>> {
  return Object.fromEntries(documentKinds.map((kind) => [kind, part(kind)])) as Record<DocumentKind, Part>;
}

/** The entry types possible in the timeline of each kind (ENUM-09 to ENUM-11). */
export const entryTypesOf = ofEach(
  (kind) => Object.keys({ ...kinds[kind].entries, ...everywhere }) as readonly EntryType[],
);

export const statusesOf = ofEach((kind) => Object.keys(kinds[kind].statuses)) as {
  readonly [Kind in DocumentKind]: readonly StatusOf[Kind][];
};

/** ENUM-07. Null means "not done yet", `reassigned` a group's task accepted by a person (TL-21). */
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

/** ENUM-12, the stored values. */
export const textTypes = [
  'present',
  'past',
  'past-unsuccessful',
  'future',
  'finished-unsuccessful',
  'assignment',
] as const;
export type TextType = (typeof textTypes)[number];

/** The entry must be done before the document moves on. */
export function isStep(type: EntryType): boolean {
  return entries[type].nature === 'step';
}

/** The entry is a person's work: a step, or the start while the document is a draft. */
export function isWork(type: EntryType): boolean {
  return isStep(type) || entries[type].nature === 'start';
}

/** The entry only reports something and never moves the document. */
export function isRemark(type: EntryType): boolean {
  return entries[type].nature === 'remark';
}

/** The entry has no assignee: everyone with the right may do it (TL-16). */
export function isUnassigned(type: EntryType): boolean {
  return entries[type].isUnassigned === true;
}

/** The product skipped the entry automatically: no person has done it (INV-24, TL-27). */
export function isPassedOn({
  type,
  status,
}: {
  readonly type: EntryType;
  readonly status: EntryStatus | null;
}): boolean {
  return status === 'skip' && entries[type].isPassedOn === true;
}

/** The entry may follow a cancellation (EXP-24). */
export function mayFollowCancellation(type: EntryType): boolean {
  return entries[type].followsCancellation === true;
}

/** Rules for deriving the status of a kind from the timeline. */
export interface StatusRule<Status> {
  readonly entries: Readonly<Partial<Record<EntryType, Entry<Status>>>>;
  readonly done: Status;
  readonly cancelled: Status;
}

export const statusRules: { readonly [Kind in DocumentKind]: StatusRule<StatusOf[Kind]> } = kinds;

/** The statuses of cancelled documents of a kind, early or late (TL-18, TASK-09). */
export function cancelledStatuses<Kind extends DocumentKind>(kind: Kind): readonly StatusOf[Kind][] {
  const { cancelled, entries: own }: StatusRule<StatusOf[Kind]> = statusRules[kind];
  return [cancelled, ...Object.values(own).flatMap(({ cancelledLate }) => cancelledLate ?? [])];
}

/** The meaning of a document status (ENUM-01 to ENUM-04); an unknown one counts as draft. */
export function statusMeaning(kind: DocumentKind, status: string): StatusMeaning {
  const known: Readonly<Record<string, StatusMeaning>> = kinds[kind].statuses;
  return known[status] ?? 'draft';
}
