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

/** Contains the line ids, so that input during the save is assigned to the right lines. */
interface SaveAnswer extends CommandAnswer {
  readonly lines?: readonly { readonly id: number }[];
}

export interface Saving {
  /**
   * Saves the draft if it changed; null on failure.
   *
   * @param name for a new document that has none yet
   */
  readonly save: (name?: string) => Promise<Target | null>;
  readonly isPending: boolean;
  /** The confirmation that the server asks for if a change restarts approval (PROC-13). */
  readonly confirmation: Command<unknown>['confirmation'];
  readonly problems: Problems;
  /** Counts the times that problems were found, to focus the first field each time. */
  readonly findings: number;
  readonly showProblems: (found: readonly FieldProblem[]) => void;
  readonly forgetProblems: (places: readonly string[]) => void;
  /** Shows the problems of a refusal below their fields; returns whether there were any. */
  readonly showRefused: (refusal: ApiRefusal) => boolean;
}

export interface SaveOptions<Draft> {
  readonly kind: PageKind;
  readonly draftKind: DraftKind<Draft>;
  /** Null for a new document. */
  readonly id: number | null;
  /** The version that the person sees. */
  readonly version: number;
  readonly editor: Pick<
    Editor<Draft>,
    'draft' | 'change' | 'isDirty' | 'conflicts' | 'hold' | 'release' | 'acceptSaved'
  >;
  readonly onSaved: (answer: CommandAnswer) => void;
  /** Called if a conflict must be resolved before saving. */
  readonly onConflict: () => void;
}

/** Saves the draft and keeps the problems of its fields. */
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

  const save = async (name?: string): Promise<Target | null> => {
    const target = savedId === null ? null : { id: savedId, expected_version: version };
    if (editor.conflicts.length > 0) {
      onConflict();
      return null;
    }
    if (target !== null && !editor.isDirty) return target;
    const isNamed = name !== undefined && target === null;
    const draft = (isNamed && draftKind.named?.(editor.draft, name)) || editor.draft;
    if (draft !== editor.draft) editor.change(() => draft);
    editor.hold();
    const result = await command.run({ ...target, ...draftKind.input(draft) });
    if (result === null) {
      editor.release();
      return null;
    }
    const { id, timeline, lines: saved = [] } = result.document;
    await client.prefetchQuery(documentQuery(kind, id));
    editor.acceptSaved(draft, {
      contentVersion: timeline.content_version,
      lineIds: saved.map((line) => line.id),
    });
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
