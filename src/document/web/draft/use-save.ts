import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProblem } from '../../../base/refusal.ts';
import { type Command, useCommand } from '../../../platform/web/command.ts';
import type { ApiRefusal } from '../../../platform/web/failure.ts';
import { type CommandAnswer, commandMutation } from '../commands.ts';
import { documentQuery } from '../document.ts';
import type { PageKind } from '../kind.ts';
import type { Target } from '../use-document-command.ts';
import type { DraftKind } from './draft-kind.ts';
import { type PlacedProblems, type Problems, placed, problemTexts, withoutPlaces } from './problems.ts';
import type { Editor } from './use-editor.ts';

/** The lines are named, so that what is typed meanwhile is known to be about them. */
interface SaveAnswer extends CommandAnswer {
  readonly lines?: readonly { readonly id: number }[];
}

export interface Saving {
  /** Saves what is typed, if anything; null when that did not succeed. */
  readonly save: () => Promise<Target | null>;
  readonly isPending: boolean;
  /** What the server wants to be told first, where a change starts approval again (PROC-13). */
  readonly confirmation: Command<unknown>['confirmation'];
  readonly problems: Problems;
  /** Counts how often problems were found, so that the first field can be focused each time. */
  readonly findings: number;
  readonly showProblems: (found: readonly FieldProblem[]) => void;
  readonly forgetProblems: (places: readonly string[]) => void;
  /** Shows the problems of a refused command below their fields; answers whether there were any. */
  readonly showRefused: (refusal: ApiRefusal) => boolean;
}

export interface SaveOptions<Draft> {
  readonly kind: PageKind;
  readonly draftKind: DraftKind<Draft>;
  /** Null while the document is new. */
  readonly id: number | null;
  /** The version that the person has in view. */
  readonly version: number;
  readonly editor: Pick<Editor<Draft>, 'draft' | 'isDirty' | 'conflicts' | 'hold' | 'release' | 'settle'>;
  readonly onSaved: (answer: CommandAnswer) => void;
  /** Something has to be chosen before anything is saved. */
  readonly onConflict: () => void;
}

/** Saves the draft and keeps what is wrong with its fields. */
export function useSave<Draft>(options: SaveOptions<Draft>): Saving {
  const { kind, draftKind, id: savedId, version, editor, onSaved, onConflict } = options;
  const client = useQueryClient();
  const [problems, setProblems] = useState<PlacedProblems>(new Map());
  const [findings, setFindings] = useState(0);
  const showProblems = (found: readonly FieldProblem[]): void => {
    setProblems(placed(draftKind.lineKeys(editor.draft), found));
    if (found.length > 0) setFindings((count) => count + 1);
  };
  const showRefused = ({ problems: several, field, code, values }: ApiRefusal): boolean => {
    const found = several.length > 0 ? several : field === undefined ? [] : [{ field, code, values }];
    showProblems(found);
    return found.length > 0;
  };
  const lines = draftKind.fields.lines ? `lines: ${kind.name}_lines(order_by: { sort_no: asc }) { id }` : '';
  const command = useCommand<{ readonly document: SaveAnswer }>(commandMutation(kind.name, 'save', lines), {
    onRefused: showRefused,
  });

  const save = async (): Promise<Target | null> => {
    const target = savedId === null ? null : { id: savedId, expected_version: version };
    if (editor.conflicts.length > 0) {
      onConflict();
      return null;
    }
    if (target !== null && !editor.isDirty) return target;
    const { draft } = editor;
    editor.hold();
    const result = await command.run({ ...target, ...draftKind.input(draft) });
    if (result === null) {
      editor.release();
      return null;
    }
    const { id, timeline, lines: saved = [] } = result.document;
    await client.prefetchQuery(documentQuery(kind, id));
    editor.settle(draft, { contentVersion: timeline.content_version, lineIds: saved.map((line) => line.id) });
    onSaved(result.document);
    return { id, expected_version: timeline.content_version };
  };

  return {
    save,
    isPending: command.isPending,
    confirmation: command.confirmation,
    problems: problemTexts(problems),
    findings,
    showProblems,
    forgetProblems: (places) => setProblems((present) => withoutPlaces(present, places)),
    showRefused,
  };
}
