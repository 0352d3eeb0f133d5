import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { type ContractDocument, contractPage } from '../kind.ts';
import { useReminderTexts } from './due-text.ts';
import { NewReminder } from './NewReminder.tsx';
import classes from './Reminders.module.css';

/** The reminders set by people, with buttons to add and remove them (CON-24). */
export function Reminders({ document }: { readonly document: ContractDocument }): ReactNode {
  const { t } = useTranslation();
  const texts = useReminderTexts();
  const [isAdding, setAdding] = useState(false);
  const removal = useDocumentCommand(contractPage, 'remove_reminder', { onDone: () => toastSaved() });
  const { id, contract_reminders: reminders } = document;
  const mayChange = document.actions.some(({ key, enabled }) => key === 'add_reminder' && enabled);
  if (reminders.length === 0 && !mayChange) return null;
  return (
    <section aria-label={t('contract.reminders')}>
      <ul className={classes.list}>
        {reminders.map((reminder) => {
          const text = texts.set(reminder);
          return (
            <li key={reminder.id} className={classes.row}>
              <span className={classes.text}>
                {text} <span className={classes.quiet}>{reminder.note}</span>
              </span>
              <span className={classes.quiet}>{reminder.lb_user?.name}</span>
              {mayChange ? (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('contract.remove_reminder', { reminder: text })}
                  loading={removal.isPending}
                  onClick={() => void removal.run({ id, reminder_id: reminder.id })}
                >
                  <IconX size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              ) : null}
            </li>
          );
        })}
        {mayChange && !isAdding ? (
          <li className={classes.row}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('contract.add_reminder')}
            </Button>
          </li>
        ) : null}
      </ul>
      {isAdding ? <NewReminder id={id} onDone={() => setAdding(false)} /> : null}
    </section>
  );
}
