import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import classes from './Doubts.module.css';

/** The documents that an invoice refers to, if the person may see them. */
export interface LinkedDocuments {
  readonly procurement: Reference | null;
  readonly contract: Reference | null;
  readonly corrects_invoice: Reference | null;
}

interface LinkedNoteProps extends LinkedDocuments {
  /** The agreed contract value and its open amount (INV-14). */
  readonly ofContract: ReactNode;
  /** Why the invoice cannot go on with these links. */
  readonly problem: string | undefined;
}

/** The order, the contract and the corrected invoice, each linked to its page if it has one (REC-11, INV-14). */
export function LinkedNote({
  procurement,
  contract,
  corrects_invoice: corrected,
  ofContract,
  problem,
}: LinkedNoteProps): ReactNode {
  const { t } = useTranslation();
  const isLinked = procurement !== null || contract !== null || corrected !== null;
  if (!isLinked && problem === undefined) return null;
  return (
    <section className={classes.note} aria-label={t('invoice.linked.title')}>
      <IconLink size={18} stroke={1.6} aria-hidden />
      {procurement === null ? null : (
        <span>
          {t('invoice.linked.order')}{' '}
          <Link to="/procurement/form" search={{ id: procurement.id }} className={classes.link}>
            {procurement.number ?? procurement.name}
          </Link>
        </span>
      )}
      {contract === null ? null : (
        <span>
          {t('invoice.linked.contract')}{' '}
          <Link to="/contract/form" search={{ id: contract.id }} className={classes.link}>
            {contract.number ?? contract.name}
          </Link>{' '}
          {ofContract}
        </span>
      )}
      {corrected === null ? null : (
        <span>
          {t('invoice.linked.corrects')}{' '}
          <Link to="/invoice/form" search={{ id: corrected.id }} className={classes.link}>
            {corrected.number ?? corrected.name}
          </Link>
        </span>
      )}
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </section>
  );
}
