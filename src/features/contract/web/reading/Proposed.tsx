import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFileSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProposalName } from '../../proposals.ts';
import classes from './Proposed.module.css';
import { useShownProposals } from './proposals-context.ts';
import { useProposalLabel, useProposalText } from './use-proposal-text.ts';
import type { Proposals, ShownProposal } from './use-proposals.ts';

export interface ProposedProps {
  /** Proposals shown here: those of the field, and those whose own field is hidden. */
  readonly names: readonly ProposalName[];
  readonly children: ReactNode;
}

/**
 * A field with the proposals of the contract document below it (CON-01, REC-05). The field stays mounted when a
 * proposal arrives, so that the person typing keeps the focus.
 */
export function Proposed({ names, children }: ProposedProps): ReactNode {
  const proposals = useShownProposals();
  if (proposals === null) return children;
  const shown = proposals.shown.filter(({ name }) => names.includes(name));
  const isOpen = shown.some(({ state }) => state !== 'same');
  return (
    <div className={classes.field} data-open={isOpen}>
      {children}
      {shown.map((one) => (
        <ProposalLine key={one.name} proposal={one} proposals={proposals} />
      ))}
    </div>
  );
}

interface ProposalLineProps {
  readonly proposal: ShownProposal;
  readonly proposals: Proposals;
}

/** A read value with its certainty and place, and buttons to take or dismiss it. */
function ProposalLine({ proposal, proposals }: ProposalLineProps): ReactNode {
  const { t } = useTranslation();
  const label = useProposalLabel()(proposal.name);
  const value = useProposalText()(proposal);
  const { state, sure, page, values, printed } = proposal;
  const named = { field: label, value };
  if (state === 'same') return <ShowButton {...{ proposal, proposals, named }} isQuiet />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a proposal is not a set of inputs.
    <div className={classes.proposal} role="group" aria-label={t('contract.reading.labelled', named)}>
      <span className={classes.text} data-sure={sure}>
        <span className={classes.mark}>
          {t(sure ? 'contract.reading.unconfirmed' : 'contract.reading.unsure')}
        </span>{' '}
        {value}
        {values === null ? (
          <span className="quiet">
            {' '}
            {t(printed === undefined ? 'contract.reading.no_unit' : 'contract.reading.unknown_partner')}
          </span>
        ) : null}
      </span>
      <span className={classes.ways}>
        {values === null ? null : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t(
              state === 'other' ? 'contract.reading.replace_field' : 'contract.reading.take_field',
              named,
            )}
            onClick={() => proposals.take([proposal])}
          >
            {t(state === 'other' ? 'contract.reading.replace' : 'contract.reading.take')}
          </Button>
        )}
        {page === null ? null : <ShowButton {...{ proposal, proposals, named }} />}
        <Tooltip label={t('contract.reading.dismiss')}>
          <ActionIcon
            size={24}
            aria-label={t('contract.reading.dismiss_field', named)}
            onClick={() => proposals.dismiss(proposal)}
          >
            <IconX size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}

interface ShowButtonProps extends ProposalLineProps {
  readonly named: { readonly field: string; readonly value: string };
  /** The field already has the value. */
  readonly isQuiet?: boolean;
}

/** Shows the place in the document. */
function ShowButton({ proposal, proposals, named, isQuiet = false }: ShowButtonProps): ReactNode {
  const { t } = useTranslation();
  const { page } = proposal;
  if (page === null) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className={isQuiet ? classes.place : undefined}
      leftSection={<IconFileSearch size={14} stroke={1.6} aria-hidden />}
      aria-label={t('contract.reading.show_field', { ...named, page })}
      onClick={() => proposals.show(proposal)}
    >
      {t('contract.reading.page', { page })}
    </Button>
  );
}
