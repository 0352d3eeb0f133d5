import type { Language } from '../base/language.ts';
import type { Refusal } from '../base/refusal.ts';
import type { LinkState } from './approval/mail-link.ts';
import type { DocumentBrief } from './brief.ts';

/** The decision on a task. */
export interface MadeDecision {
  readonly isApproved: boolean;
  readonly by: string | null;
  /** The reader made the decision. */
  readonly isOwn: boolean;
  /** An instant as ISO 8601 text. */
  readonly at: string | null;
}

/** What the page of a mail link shows, limited to what its person may see now (MAIL-06). */
export interface LinkAnswer {
  readonly state: LinkState;
  readonly person: { readonly name: string; readonly language: Language };
  /** The shown name of the company. */
  readonly tenant: string;
  readonly timeZone: string;
  /** Null where the person no longer sees the document. */
  readonly document: { readonly number: string | null; readonly path: string } | null;
  /** Set for a decided task. */
  readonly decision: MadeDecision | null;
  /** Set for a document that can be decided on. */
  readonly brief: DocumentBrief | null;
  /** The received document that the decision is about; null without one, and where the person may not see it. */
  readonly original: { readonly id: string; readonly name: string; readonly mime: string } | null;
  /** Why the person may not approve it. */
  readonly refusal: Pick<Refusal, 'code' | 'values'> | null;
}
