import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionRow } from '../../../../document/web/offered-actions.ts';
import classes from '../../../../document/web/steps/ActionDialog.module.css';
import { Irreversible } from '../../../../document/web/steps/Irreversible.tsx';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { ApiRefusal } from '../../../../platform/web/failure.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import { blockIn, letterTitles, type ShownOrder } from './order-view.ts';

export interface SendOrderDialogProps extends CommandDialogProps {
  /** The offered action; undefined if no longer offered. */
  readonly action: ActionRow | undefined;
  readonly order: ShownOrder;
}

interface MailDraft {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** How the order is sent: to a marketplace by cXML, or by the proposed mail (PUN-10). */
interface Way {
  readonly shop: { readonly name: string; readonly host: string } | null;
  readonly mail: MailDraft;
}

const fields = ['recipient', 'subject', 'text'] as const;
const longest = { recipient: 254, subject: 200, text: 4000 } as const;

/**
 * Sends a letter to a supplier by e-mail with the PDF; recipient, subject and text can be edited (PROC-17, TASK-13).
 * Marketplaces with an order address get it by cXML (PUN-10).
 */
export function SendOrderDialog({
  action,
  order: { block, supplier },
  target,
  onDone,
  onClose,
}: SendOrderDialogProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Partial<MailDraft>>({});
  const { data: way, isLoading } = useQuery(wayQuery(target.id, block));
  const command = useProcurementCommand('send_order', {
    onDone,
    onRefused: ({ field }) => fields.some((name) => name === field),
  });
  // The letter: order, change or cancellation.
  const kind = block.letter_due ?? 'order';
  const mail: MailDraft = { recipient: '', subject: '', text: '', ...way?.mail, ...typed };
  const actionLabel = t(`procurement.order.send.${kind}`);
  // The effect of a click is unknown until the channel is loaded.
  const isPending = command.isPending || isLoading;
  const send = () => {
    const reported = way?.shop ? {} : mail;
    void command.run({ ...target, ...blockIn(block), ...reported });
  };
  return (
    <>
      <ConfirmDialog
        opened={command.confirmation === null}
        title={t(`procurement.dialog.send_order.${letterTitles[kind]}`, { supplier })}
        actionLabel={actionLabel}
        isPending={isPending}
        onConfirm={send}
        onClose={onClose}
      >
        <p>
          {way?.shop
            ? t('procurement.dialog.send_order.to_shop', way.shop)
            : t('procurement.dialog.send_order.text')}
        </p>
        <Irreversible action={action} />
        {way?.shop ? null : (
          <MailFields
            mail={mail}
            refusal={command.refusal}
            onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
          />
        )}
      </ConfirmDialog>
      <CommandConfirmation command={command} actionLabel={actionLabel} />
    </>
  );
}

interface MailFieldsProps {
  readonly mail: MailDraft;
  readonly refusal: ApiRefusal | null;
  readonly onChange: (change: Partial<MailDraft>) => void;
}

function MailFields({ mail, refusal, onChange }: MailFieldsProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return (
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
          error={refusal?.field === name ? failureText(refusal) : null}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  );
}

type Answer = Pick<Way, 'shop'> & Omit<MailDraft, 'recipient'> & { readonly recipient: string | null };

function wayQuery(id: number, { supplier_id, marketplace_id }: ShownOrder['block']) {
  return {
    queryKey: ['procurement_order_mail', id, supplier_id, marketplace_id],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Way> => {
      const { way } = await gql<{ way: Answer }>(
        `query ($id: bigint!, $supplier: bigint!, $marketplace: bigint) {
          way: procurement_order_mail(id: $id, supplier_id: $supplier, marketplace_id: $marketplace) }`,
        { id, supplier: supplier_id, marketplace: marketplace_id },
        { signal },
      );
      const { shop, recipient, subject, text } = way;
      return { shop, mail: { recipient: recipient ?? '', subject, text } };
    },
  };
}
