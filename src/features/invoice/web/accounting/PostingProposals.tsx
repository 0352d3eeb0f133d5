import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useKeyDown } from '../../../../platform/web/kit/use-key-down.ts';
import { returnFocus } from '../../../../platform/web/kit/use-return-focus.ts';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { type EarlierPosting, postedColumns } from '../../accounting/posting-proposals.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { earlierPostings } from './earlier-postings.ts';
import classes from './PostingProposals.module.css';
import { type DraftProposal, draftProposals, withProposals } from './posting-draft.ts';

const none: readonly EarlierPosting[] = [];

/** Proposes the accounting from earlier invoices of the supplier and names them; fills nothing unasked (INV-16). */
export function PostingProposals({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const { document, editor, saving, situation } = form;
  const { head } = editor.draft;
  const { supplier, client } = head;
  const { data: earlier = none } = useQuery({
    ...earlierPostings(supplier?.id ?? 0, client?.id ?? 0, document?.id ?? 0),
    enabled: supplier !== null && client !== null,
  });
  const proposals = draftProposals(editor.draft, earlier, situation.facts.settings.exportTarget);
  const take = (taken: readonly DraftProposal[]): void => {
    editor.change((draft) => withProposals(draft, taken));
    saving.forgetProblems(taken.flatMap(placesOf));
    toastSaved(t('invoice.proposal.taken'));
    returnFocus(globalThis.document.activeElement);
  };
  useTakeKey(() => {
    if (proposals.length > 0) take(proposals);
  });
  if (proposals.length === 0 || supplier === null) return null;
  return (
    <section className={classes.proposals} aria-labelledby="invoice-proposals">
      <div className={classes.head}>
        <h2 id="invoice-proposals" className={classes.title}>
          {t('invoice.proposal.title')}
        </h2>
        <Button variant="default" size="compact-sm" onClick={() => take(proposals)}>
          {t('invoice.proposal.take_all')}
        </Button>
      </div>
      <ul>
        {proposals.map((proposal) => (
          <Proposal
            key={proposal.keys.join(' ')}
            proposal={proposal}
            supplier={supplier.name}
            onTake={() => take([proposal])}
          />
        ))}
      </ul>
    </section>
  );
}

interface ProposalProps {
  readonly proposal: DraftProposal;
  readonly supplier: string;
  readonly onTake: () => void;
}

function Proposal({ proposal, supplier, onTake }: ProposalProps): ReactNode {
  const { t } = useTranslation();
  const { by, invoices, others, last, positions } = proposal;
  const values = postedColumns
    .flatMap((column) => (by[column] ? `${t(`field.${column}`)} ${optionLabel(by[column])}` : []))
    .join(', ');
  return (
    <li className={classes.proposal}>
      <div>
        <span className="quiet">
          {positions.length === 0
            ? t('invoice.proposal.whole')
            : t('invoice.proposal.lines', { lines: positions.join(', ') })}
        </span>{' '}
        {values}
        <span className={classes.source}>
          {t('invoice.proposal.source', { count: invoices, supplier })}{' '}
          <Link to="/invoice/form" search={{ id: last.id }} className="text-link">
            {last.number}
          </Link>
          {last.day === null ? null : (
            <>
              {' '}
              {t('invoice.proposal.of_day')} <DayText day={last.day} />
            </>
          )}
          {others === 0 ? null : `; ${t('invoice.proposal.others', { count: others })}`}
        </span>
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('invoice.proposal.take_named', { values })}
        onClick={onTake}
      >
        {t('invoice.proposal.take')}
      </Button>
    </li>
  );
}

/** The form fields whose errors an accepted proposal clears. */
function placesOf({ keys, by }: DraftProposal): readonly string[] {
  const rows = keys.length === 0 ? ['head'] : keys;
  return rows.flatMap((row) => Object.keys(by).map((column) => `${row}.${column}`));
}

/** `Alt+V` accepts all proposals, also while a field has the focus. */
function useTakeKey(onTake: () => void): void {
  useKeyDown((event) => {
    if (event.code !== 'KeyV' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    onTake();
  });
}
