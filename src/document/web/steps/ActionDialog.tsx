import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentLength } from '../../../platform/constants.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { ConfirmDialog, Questions } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import type { KeptComment } from '../../../timeline/web/typed-comments.ts';
import type { Reference } from '../draft/reference.ts';
import type { PageKind } from '../kind.ts';
import { findPersons, personsQuery } from '../lookups.ts';
import type { ActionRow } from '../offered-actions.ts';
import {
  type CommandDialogProps,
  type DocumentCommandOptions,
  useDocumentCommand,
} from '../use-document-command.ts';
import classes from './ActionDialog.module.css';
import { isClicked } from './action-way.ts';
import { askedInDialog } from './asked-in-dialog.ts';
import { Irreversible } from './Irreversible.tsx';

export interface ActionDialogProps extends CommandDialogProps {
  readonly kind: Pick<PageKind, 'name'> & {
    readonly actions: Pick<PageKind['actions'], 'clicked' | 'personArguments'>;
  };
  readonly action: ActionRow;
  /** The text of the comment box; kept if the dialog is cancelled. */
  readonly typed: KeptComment;
  /** Further information to show, such as suppliers with outstanding orders. */
  readonly children?: ReactNode;
  /** Further command input from those fields. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Whether `children` already show the server's confirmation (API-41). */
  readonly isReported?: DocumentCommandOptions['isReported'];
}

const destructive = ['cancel', 'decline'];

/** Asks for what an action needs: a person, a comment, or a confirmation (TASK-04 to TASK-08, TASK-19). */
export function ActionDialog(props: ActionDialogProps): ReactNode {
  const { kind, action, typed, children, onClose } = props;
  const { key: name } = action;
  const { t } = useTranslation();
  const { text: comment, picked, change } = typed;
  const choice = usePersonChoice(action);
  const { command, run, errors } = useActionCommand(props, choice);
  const label = t(action.label_key);
  // Actions that usually need only a click have no texts for a dialog.
  const hasWords = !isClicked(name, kind.actions) || choice.isPersonNeeded;
  const { questions, isPending, ...turn } = askedInDialog(command, { run, onClose });
  const isAsked = questions.length > 0;

  return (
    <ConfirmDialog
      opened
      title={
        hasWords
          ? t(`${kind.name}.dialog.${name}.title`)
          : t('document.dialog.click.title', { action: label })
      }
      actionLabel={label}
      isDestructive={destructive.includes(name)}
      {...(name === 'cancel' || isAsked ? { cancelLabel: t('shell.back') } : {})}
      isPending={isPending || choice.isLoading}
      {...turn}
    >
      {hasWords ? <p>{t(`${kind.name}.dialog.${name}.text`)}</p> : null}
      <Irreversible action={action} />
      {children}
      <Questions questions={questions} />
      <fieldset className={classes.fields} disabled={isAsked}>
        {choice.isPersonNeeded ? <PersonField choice={choice} error={errors.person} /> : null}
        <TextField
          label={t('document.comment')}
          required={action.is_comment_required}
          autoFocus={action.is_comment_required}
          error={errors.comment}
          rows={3}
          maxLength={commentLength}
          value={comment}
          onChange={(text) => change({ text, picked })}
        />
      </fieldset>
    </ConfirmDialog>
  );
}

/** Runs the action once person and comment are given. */
function useActionCommand(props: ActionDialogProps, choice: PersonChoice) {
  const { kind, action, target, typed, more, isReported, onDone, onClose } = props;
  const { key: name } = action;
  const { t } = useTranslation();
  const comment = typed.text.trim();
  const [isTried, setTried] = useState(false);
  const forgetTyped = (): void => typed.change({ text: '', picked: [] });
  const command = useDocumentCommand(kind, name, {
    onDone: (answer) => {
      forgetTyped();
      onDone(answer);
    },
    onWaiting: () => {
      forgetTyped();
      onClose();
    },
    ...(isReported ? { isReported } : {}),
    onRefused: ({ field }) => field === 'comment' || field === 'person_id',
  });
  const isCommentMissing = action.is_comment_required && comment === '';
  const isPersonMissing = choice.isPersonNeeded && choice.person === null;
  const refused = (field: string): string | null =>
    command.refusal?.field === field ? failureText(command.refusal) : null;
  return {
    command,
    run: (): void => {
      setTried(true);
      if (isCommentMissing || isPersonMissing) return;
      const chosen = choice.isPersonNeeded
        ? { [kind.actions.personArguments[name] ?? 'person_id']: choice.person?.id }
        : {};
      void command.run({ ...target, ...chosen, ...more, comment: comment || null });
    },
    errors: {
      person: isTried && isPersonMissing ? t('error.person_required') : refused('person_id'),
      comment: isTried && isCommentMissing ? t('error.comment_required') : refused('comment'),
    },
  };
}

interface PersonChoice {
  /** Whether the action needs a person. */
  readonly isPersonNeeded: boolean;
  readonly proposed: readonly Reference[];
  readonly person: Reference | null;
  /** Whether the proposed persons are still loading. */
  readonly isLoading: boolean;
  readonly setPerson: (person: Reference | null) => void;
}

/** The person proposed by the rules until another is chosen (RDEF-04). */
function usePersonChoice(action: ActionRow): PersonChoice {
  const ids = action.person_ids ?? [];
  const { data: proposed = [], isLoading } = useQuery({ ...personsQuery(ids), enabled: ids.length > 0 });
  const [chosen, setChosen] = useState<Reference | null | undefined>(undefined);
  return {
    isPersonNeeded: action.person_ids !== null,
    proposed,
    person: chosen === undefined ? (proposed[0] ?? null) : chosen,
    isLoading,
    setPerson: setChosen,
  };
}

interface PersonFieldProps {
  readonly choice: PersonChoice;
  readonly error: string | null;
}

function PersonField({ choice, error }: PersonFieldProps): ReactNode {
  const { t } = useTranslation();
  const { person, setPerson, proposed } = choice;
  return (
    <SearchSelect
      label={t('document.person')}
      required
      error={error}
      value={person}
      {...(proposed.length > 1
        ? { hint: t('document.also_proposed', { names: namesAfterFirst(proposed) }) }
        : {})}
      searchKey={['lb_user', 'with-groups']}
      search={(text, signal) => findPersons(text, signal, true)}
      onChange={setPerson}
    />
  );
}

function namesAfterFirst(persons: readonly Reference[]): string {
  return persons
    .slice(1)
    .map((person) => person.name)
    .join(', ');
}
