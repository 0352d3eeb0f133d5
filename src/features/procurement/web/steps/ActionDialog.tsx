import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { findPersons, personsQuery } from '../../../../document/web/lookups.ts';
import { commentLength } from '../../../../platform/constants.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import type { CommandName } from '../commands.ts';
import type { ActionRow } from '../document.ts';
import { type CommandDialogProps, useDocumentCommand } from '../use-document-command.ts';
import classes from './ActionDialog.module.css';

export interface ActionDialogProps extends CommandDialogProps {
  readonly action: ActionRow;
  readonly command: CommandName;
  /** What stands in the comment box already. */
  readonly startComment: string;
  /** What else should be known before, such as the suppliers that have ordered goods on the way. */
  readonly children?: ReactNode;
  /** What those further fields add to the command. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** As what the chosen person goes to the server: the step he gets, else simply the person. */
const personArguments: Partial<Record<CommandName, string>> = {
  to_select_product: 'select_product_id',
  to_order: 'send_order_id',
  to_delivery: 'consignee_id',
};

const destructive: readonly CommandName[] = ['cancel', 'decline'];

/** Asks what an action needs: a person, a comment, or only that it is meant (TASK-04 to TASK-08, TASK-19). */
export function ActionDialog(props: ActionDialogProps): ReactNode {
  const { action, command: name, target, children, more, onDone, onClose } = props;
  const { t } = useTranslation();
  const [comment, setComment] = useState(props.startComment);
  const choice = usePersonChoice(action);
  const [isTried, setTried] = useState(false);
  const command = useDocumentCommand(name, {
    onDone,
    onRefused: ({ field }) => field === 'comment' || field === 'person_id',
  });

  const isCommentMissing = action.is_comment_required && comment.trim() === '';
  const isPersonMissing = choice.isAsked && choice.person === null;
  const refused = (field: string): string | null =>
    command.refusal?.field === field ? failureText(command.refusal) : null;
  const run = (): void => {
    setTried(true);
    if (isCommentMissing || isPersonMissing) return;
    const chosen = choice.isAsked ? { [personArguments[name] ?? 'person_id']: choice.person?.id } : {};
    void command.run({
      ...target,
      ...chosen,
      ...more,
      comment: comment.trim() === '' ? null : comment.trim(),
    });
  };

  return (
    <>
      <ConfirmDialog
        opened={command.confirmation === null}
        title={t(`procurement.dialog.${name}.title`)}
        actionLabel={t(action.label_key)}
        isDestructive={destructive.includes(name)}
        {...(name === 'cancel' ? { cancelLabel: t('shell.back') } : {})}
        isPending={command.isPending}
        onConfirm={run}
        onClose={onClose}
      >
        <p>{t(`procurement.dialog.${name}.text`)}</p>
        {children}
        <div className={classes.fields}>
          {choice.isAsked ? (
            <PersonField
              choice={choice}
              error={isTried && isPersonMissing ? t('error.person_required') : refused('person_id')}
            />
          ) : null}
          <TextField
            label={t('procurement.comment')}
            required={action.is_comment_required}
            error={isTried && isCommentMissing ? t('error.comment_required') : refused('comment')}
            rows={3}
            maxLength={commentLength}
            value={comment}
            onChange={setComment}
          />
        </div>
      </ConfirmDialog>
      <CommandConfirmation command={command} actionLabel={t(action.label_key)} />
    </>
  );
}

interface PersonChoice {
  /** Whether the action is about a person at all. */
  readonly isAsked: boolean;
  readonly proposed: readonly Reference[];
  readonly person: Reference | null;
  readonly setPerson: (person: Reference | null) => void;
}

/** The person proposed by the rules until another one is chosen (RDEF-04). */
function usePersonChoice(action: ActionRow): PersonChoice {
  const ids = action.person_ids ?? [];
  const { data: proposed = [] } = useQuery({ ...personsQuery(ids), enabled: ids.length > 0 });
  const [chosen, setChosen] = useState<Reference | null | undefined>(undefined);
  return {
    isAsked: action.person_ids !== null,
    proposed,
    person: chosen === undefined ? (proposed[0] ?? null) : chosen,
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
      label={t('procurement.person')}
      required
      error={error}
      value={person}
      {...(proposed.length > 1
        ? { hint: t('procurement.also_proposed', { names: namesAfterFirst(proposed) }) }
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
