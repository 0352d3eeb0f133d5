import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '../../../base/refusal.ts';
import { focusFirstError, hasUnreadableField } from '../../../platform/web/kit/form-focus.ts';
import type { ProcurementSituation } from '../facts.ts';
import { formatProblems, submitProblems, typingProblems } from '../validation.ts';
import type { Draft } from './draft/draft.ts';
import { type Problems, placed, problemTexts } from './draft/problems.ts';
import type { Saving } from './draft/use-save.ts';

export interface FormProblems {
  /** The part of the page where the first wrong field is looked for. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** What is wrong with the fields: what the rules see as one types, and what the server found (VAL-45). */
  readonly problems: Problems;
  /** Whether numbers and days can be read; focuses the first that cannot. */
  readonly isReadable: () => boolean;
  /** Whether the form can be submitted as far as the browser can tell; shows what is wrong if not. */
  readonly check: () => boolean;
}

export interface FormProblemsOptions {
  readonly draft: Draft;
  readonly situation: ProcurementSituation;
  readonly mayEdit: boolean;
  readonly saving: Saving;
}

/** What is wrong with the form: little while one types, everything once one tried to submit. */
export function useFormProblems({ draft, situation, mayEdit, saving }: FormProblemsOptions): FormProblems {
  const container = useRef<HTMLDivElement | null>(null);
  const [isTried, setTried] = useState(false);
  const { document, facts } = situation;

  const { findings } = saving;
  useEffect(() => {
    if (findings > 0 && container.current) focusFirstError(container.current);
  }, [findings]);

  const show = (problems: readonly FieldProblem[]): boolean => {
    saving.showProblems(problems);
    setTried(problems.length > 0);
    return problems.length === 0;
  };
  const isReadable = (): boolean =>
    !(container.current && hasUnreadableField(container.current) && focusFirstError(container.current));
  const whileTyping = document.head.status === 'draft' ? typingProblems : formatProblems;
  const rules = isTried ? submitProblems : whileTyping;
  const found = mayEdit ? rules(document, facts) : [];

  return {
    container,
    problems: new Map([...problemTexts(placed(draft, found)), ...saving.problems]),
    isReadable,
    check: () => isReadable() && show(submitProblems(document, facts)),
  };
}
