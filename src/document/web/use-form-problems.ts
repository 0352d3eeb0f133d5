import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';
import { focusFirstError, isAllReadable } from '../../platform/web/kit/form-focus.ts';
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

/** What the rules of the kind find wrong with what is on the screen. */
export interface FormRules {
  /** What one is told while one types. */
  readonly whileTyping: () => readonly FieldProblem[];
  /** Everything that stands in the way of going on. */
  readonly all: () => readonly FieldProblem[];
}

export interface FormProblemsOptions {
  readonly rules: FormRules;
  /** The keys of the lines that the rules see. */
  readonly lineKeys: readonly string[];
  readonly mayEdit: boolean;
  readonly saving: Saving;
}

/** What is wrong with the form: little while one types, everything once one tried to go on. */
export function useFormProblems(options: FormProblemsOptions): FormProblems {
  const { rules, lineKeys, mayEdit, saving } = options;
  const container = useRef<HTMLDivElement | null>(null);
  const [isTried, setTried] = useState(false);

  const { findings } = saving;
  useEffect(() => {
    if (findings > 0 && container.current) focusFirstError(container.current);
  }, [findings]);

  const show = (problems: readonly FieldProblem[]): boolean => {
    saving.showProblems(problems);
    setTried(problems.length > 0);
    return problems.length === 0;
  };
  const isReadable = (): boolean => isAllReadable(container.current);
  const found = mayEdit ? (isTried ? rules.all : rules.whileTyping)() : [];

  return {
    container,
    problems: new Map([...problemTexts(placed(lineKeys, found)), ...saving.problems]),
    isReadable,
    check: () => {
      // Everything that is wrong is told at once.
      const isRight = show(rules.all());
      return isReadable() && isRight;
    },
  };
}
