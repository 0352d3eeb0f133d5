import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProtocolLine, protocolLines } from '../../protocol-lines.ts';
import classes from '../ExportPage.module.css';
import { type ShownTransfer, transfersOptions } from './run-data.ts';

/** The target's protocols of a run's transfers, loaded when opened (EXP-08). */
export function RunProtocol({ runId }: { readonly runId: number }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Chevron size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('invoice_export.protocol')}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Transfers runId={runId} /> : null}
      </div>
    </div>
  );
}

function Transfers({ runId }: { readonly runId: number }): ReactNode {
  const { t } = useTranslation();
  const { data: transfers } = useQuery(transfersOptions(runId));
  if (transfers === undefined) return null;
  if (transfers.length === 0) return <p className={classes.quiet}>{t('invoice_export.no_transfer')}</p>;
  return (
    <ul className={classes.list}>
      {transfers.map((transfer) => (
        <Transfer key={transfer.id} transfer={transfer} />
      ))}
    </ul>
  );
}

function Transfer({ transfer }: { readonly transfer: ShownTransfer }): ReactNode {
  const { t } = useTranslation();
  const { group_key, state, reference, protocol } = transfer;
  const lines = protocolLines(protocol);
  return (
    <li className={classes.transfer}>
      <span>
        <strong>{group_key}</strong> {t(`invoice_export.transfer_state.${state}`)}
      </span>
      {reference === null ? null : (
        <span className={classes.quiet}>{t('invoice_export.transfer_reference', { reference })}</span>
      )}
      {lines.length === 0 ? (
        <span className={classes.quiet}>{t('invoice_export.protocol_empty')}</span>
      ) : (
        <ul className={classes.list}>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a protocol have no keys and never move
            <Line key={place} line={line} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Line({ line: { kind, text, about } }: { readonly line: ProtocolLine }): ReactNode {
  const { t } = useTranslation();
  return (
    <li className={kind === 'error' ? classes.failed : undefined}>
      {t(`invoice_export.protocol_kind.${kind}`)} {text}
      {about === null ? null : <span className={classes.quiet}> ({about})</span>}
    </li>
  );
}
