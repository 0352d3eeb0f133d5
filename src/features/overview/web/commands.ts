import { commandMutation } from '../../../document/web/commands.ts';
import type { DocumentKind } from '../../../timeline/kinds.ts';

/** The commands that the overview runs itself; every other action has its place on the document's page. */
export const acceptMutation = (kind: DocumentKind): string => commandMutation(kind, 'accept');
export const approveMutation = (kind: DocumentKind): string => commandMutation(kind, 'approve');
export const commentMutation = (kind: DocumentKind): string => commandMutation(kind, 'comment');
export const closeQuestionMutation = (kind: DocumentKind): string => commandMutation(kind, 'close_question');
