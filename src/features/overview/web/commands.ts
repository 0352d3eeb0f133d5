import { commandMutation } from '../../../document/web/commands.ts';

/** The commands that the overview runs itself; every other action has its place on the document's page. */
export const acceptMutation = commandMutation('procurement', 'accept');
export const approveMutation = commandMutation('procurement', 'approve');
export const commentMutation = commandMutation('procurement', 'comment');
export const closeQuestionMutation = commandMutation('procurement', 'close_question');
