import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';
import { focusFirstError, isAllReadable } from '../../platform/web/kit/form-focus.ts';
import { type Problems, placed, problemTexts } from './draft/problems.ts';
import type { Saving } from './draft/use-save.ts';

export interface FormProblems {
  /** The part of the page to search for the first invalid field. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** The problems of the fields: those found while typing and those from the server (VAL-45). */
  readonly problems: Problems;
  /** Whether all numbers and days are readable; focuses the first that is not. */
  readonly isReadable: () => boolean;
  /** Whether the form can be submitted as far as the browser knows; shows the problems if not. */
  readonly check: () => boolean;
}

/** The problems that the kind's rules find in the form. */
export interface FormRules {
  /** The problems shown while typing. */
  readonly whileTyping: () => readonly FieldProblem[];
  /** All problems that prevent submitting. */
  readonly all: () => readonly FieldProblem[];
}

export interface FormProblemsOptions {
  readonly rules: FormRules;
  /** The keys of the lines that the rules see. */
  readonly lineKeys: readonly string[];
  readonly mayEdit: boolean;
  readonly saving: Saving;
}

/** The problems of the form: few while typing, all after an attempt to submit. */
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
      // Shows all problems at once.
      const isRight = show(rules.all());
      return isReadable() && isRight;
    },
  };
}
