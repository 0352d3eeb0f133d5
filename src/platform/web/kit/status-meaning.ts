/** What a status tells the person; each meaning has one colour (design: screens). */
export type StatusMeaning = 'waiting' | 'progress' | 'done' | 'declined' | 'clearing' | 'draft';

export type DocumentKind = 'procurement' | 'invoice' | 'contract';

const meanings: Readonly<Record<DocumentKind, Readonly<Record<string, StatusMeaning>>>> = {
  procurement: {
    draft: 'draft',
    open: 'progress',
    approval: 'waiting',
    approved: 'progress',
    ordered: 'waiting',
    clearing: 'clearing',
    declined: 'declined',
    completed: 'done',
  },
  invoice: {
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
  contract: {
    pending: 'draft',
    check: 'progress',
    'contract-approval': 'waiting',
    signature: 'waiting',
    clearing: 'clearing',
    completed: 'done',
    active: 'done',
    inactive: 'draft',
    cancelled: 'declined',
    expired: 'draft',
  },
};

/** The meaning of a document status (ENUM-01 to ENUM-04); an unknown one counts as draft. */
export function statusMeaning(kind: DocumentKind, status: string): StatusMeaning {
  return meanings[kind][status] ?? 'draft';
}
