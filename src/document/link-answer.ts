import type { Language } from '../base/language.ts';
import type { Refusal } from '../base/refusal.ts';
import type { LinkState } from './approval/mail-link.ts';
import type { DocumentBrief } from './brief.ts';

/** What was decided on a task, by whom and when. */
export interface MadeDecision {
  readonly isApproved: boolean;
  readonly by: string | null;
  /** It was whoever reads this. */
  readonly isOwn: boolean;
  /** An instant as ISO 8601 text. */
  readonly at: string | null;
}

/** What the page of a mail's link shows, as far as its person may see it at this moment (MAIL-06). */
export interface LinkAnswer {
  readonly state: LinkState;
  readonly person: { readonly name: string; readonly language: Language };
  /** The company as people call it. */
  readonly tenant: string;
  readonly timeZone: string;
  /** Null where the person does not see it any more. */
  readonly document: { readonly number: string | null; readonly path: string } | null;
  /** Of a task that is decided. */
  readonly decision: MadeDecision | null;
  /** Of a document that can be decided on. */
  readonly brief: DocumentBrief | null;
  /** Why the person may not approve it. */
  readonly refusal: Pick<Refusal, 'code' | 'values'> | null;
}
