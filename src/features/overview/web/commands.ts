import { commandMutation } from '../../../document/web/commands.ts';
import type { DocumentKind } from '../../../timeline/kinds.ts';

/** Commands run from rows and the comment box. */
export const acceptMutation = (kind: DocumentKind): string => commandMutation(kind, 'accept');
export const approveMutation = (kind: DocumentKind): string => commandMutation(kind, 'approve');
export const commentMutation = (kind: DocumentKind): string => commandMutation(kind, 'comment');
