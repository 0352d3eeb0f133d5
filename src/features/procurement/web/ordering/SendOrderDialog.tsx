import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { ActionRow } from '../../../../document/web/offered-actions.ts';
import classes from '../../../../document/web/steps/ActionDialog.module.css';
import { Irreversible } from '../../../../document/web/steps/Irreversible.tsx';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { gql } from '../../../../platform/web/api.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { LetterKind } from '../../model.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';

export interface SendOrderDialogProps extends CommandDialogProps {
  /** As it is on offer; undefined where it is not any more. */
  readonly action: ActionRow | undefined;
  readonly supplier: Reference;
  /** What the supplier is told: the order, its change or its cancellation. */
  readonly kind: LetterKind;
}

interface MailDraft {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

const fields = ['recipient', 'subject', 'text'] as const;
const longest = { recipient: 254, subject: 200, text: 4000 } as const;

const titles = { order: 'title', change: 'title_change', cancellation: 'title_cancellation' } as const;

/** Sends a letter to a supplier by e-mail, with the PDF; recipient, subject and text can be changed (PROC-17, TASK-13). */
export function SendOrderDialog({
  action,
  supplier,
  kind,
  target,
  onDone,
  onClose,
}: SendOrderDialogProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Partial<MailDraft>>({});
  const seesPrices = useHasRole('user-price');
  const { data: proposal } = useQuery(proposalQuery(target.id, supplier.id));
  const command = useProcurementCommand('send_order', {
    onDone,
    onRefused: ({ field }) => fields.some((name) => name === field),
  });
  const mail: MailDraft = { recipient: '', subject: '', text: '', ...proposal, ...typed };
  const actionLabel = t(`procurement.order.send.${kind}`);
  return (
    <>
      <ConfirmDialog
        opened={command.confirmation === null}
        title={t(`procurement.dialog.send_order.${titles[kind]}`, { supplier: supplier.name })}
        actionLabel={actionLabel}
        isPending={command.isPending}
        onConfirm={() => void command.run({ ...target, supplier_id: supplier.id, ...mail })}
        onClose={onClose}
      >
        <p>{t('procurement.dialog.send_order.text')}</p>
        <Irreversible action={action} />
        <div className={classes.fields}>
          {fields.map((name) => (
            <TextField
              key={name}
              label={t(`field.${name}`)}
              {...(name === 'text' ? { rows: 8 } : {})}
              {...(name === 'recipient' && !seesPrices
                ? { disabled: true, hint: t('procurement.dialog.send_order.recipient_fixed') }
                : {})}
              maxLength={longest[name]}
              value={mail[name]}
              error={command.refusal?.field === name ? failureText(command.refusal) : null}
              onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
            />
          ))}
        </div>
      </ConfirmDialog>
      <CommandConfirmation command={command} actionLabel={actionLabel} />
    </>
  );
}

function proposalQuery(id: number, supplierId: number) {
  return {
    queryKey: ['procurement_order_mail', id, supplierId],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<MailDraft> => {
      const { mail } = await gql<{
        mail: Omit<MailDraft, 'recipient'> & { readonly recipient: string | null };
      }>(
        'query ($id: bigint!, $supplier: bigint!) { mail: procurement_order_mail(id: $id, supplier_id: $supplier) }',
        { id, supplier: supplierId },
        { signal },
      );
      return { recipient: mail.recipient ?? '', subject: mail.subject, text: mail.text };
    },
  };
}
