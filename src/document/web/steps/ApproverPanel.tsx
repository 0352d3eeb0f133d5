import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultCurrency } from '../../../platform/constants.ts';
import { AgeText, InstantText } from '../../../platform/web/kit/DayText.tsx';
import { PersonAvatar } from '../../../platform/web/kit/PersonAvatar.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { type TimelineEntryRow, waitingSince } from '../../../timeline/web/entry-view.ts';
import type { Approver } from '../../approval/approvers.ts';
import { approvalRound } from '../../approval/round.ts';
import type { Kind } from '../../kind.ts';
import type { ShownDocument } from '../document.ts';
import type { Reference } from '../draft/reference.ts';
import { findPersons } from '../lookups.ts';
import { timelineOf } from '../timeline-of.ts';
import { ApproverFacts } from './ApproverFacts.tsx';
import classes from './ApproverPanel.module.css';
import {
  type ApprovedPlaces,
  type ApproverSource,
  isRequiredBy,
  type SourceLinks,
  sourcesOf,
  useSourceLinks,
} from './approver-sources.ts';

export interface ApproverPanelProps {
  readonly kind: Kind;
  readonly document: ShownDocument;
  readonly places: ApprovedPlaces;
}

/** The approvals of a running document: persons, reasons, limits and waiting times (PROC-14). */
export function ApproverPanel({ kind, document, places }: ApproverPanelProps): ReactNode {
  const { t } = useTranslation();
  const approvals = shownRound(kind, document);
  const links = useSourceLinks(places);
  if (approvals.length === 0) return null;
  const done = approvals.filter((entry) => entry.status === 'approved').length;
  return (
    <section className={classes.panel} aria-label={t('document.approvers')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('document.approvers')}</h2>
        <span className={classes.quiet}>
          {t('document.approvals_given', { count: approvals.length, done })}
        </span>
      </header>
      <ul>
        {approvals.map((entry) => (
          <Approval key={entry.id} entry={entry} document={document} links={links} />
        ))}
      </ul>
    </section>
  );
}

interface ApprovalProps {
  readonly entry: TimelineEntryRow;
  readonly document: ShownDocument;
  readonly links: SourceLinks;
}

function Approval({ entry, document, links }: ApprovalProps): ReactNode {
  const { timeline } = document;
  const isCurrent = entry.entry_no === timeline.current_entry_no;
  const name = entry.lb_user?.name ?? '';
  const since = waitingSince(timeline.timeline_entries, timeline.current_entry_no);
  return (
    <li className={classes.approver}>
      <PersonAvatar name={name} size={20} />
      <span className={classes.name}>{name}</span>
      <FactsOf {...{ entry, document, links }} />
      <span className={classes.state}>
        {entry.completed_at === null ? null : <InstantText instant={entry.completed_at} />}
        {isCurrent && since !== null ? <AgeText since instant={since} /> : null}
        <StateIcon entry={entry} isCurrent={isCurrent} />
      </span>
    </li>
  );
}

function StateIcon({
  entry,
  isCurrent,
}: {
  readonly entry: TimelineEntryRow;
  readonly isCurrent: boolean;
}): ReactNode {
  if (entry.status === 'approved')
    return <IconCheck size={16} stroke={1.6} className={classes.done} aria-hidden />;
  if (entry.status === 'declined')
    return <IconX size={16} stroke={1.6} className={classes.declined} aria-hidden />;
  if (isCurrent) return <IconClock size={16} stroke={1.6} className={classes.waiting} aria-hidden />;
  return <span className={classes.ahead} aria-hidden />;
}

/** From the current links and the document's manual approvers. Limits are in the company's currency (APPR-07). */
function FactsOf({ entry, document, links }: ApprovalProps): ReactNode {
  const { lb_user: person } = entry;
  if (person === null) return null;
  const row = document.approvers.find(({ lb_user }) => lb_user?.id === person.id);
  const sources = sourcesOf(links, person.id);
  return (
    <ApproverFacts
      sources={sources}
      isRequired={row?.is_required || isRequiredBy(links, person.id)}
      isManual={row?.inserted_manually ?? false}
      isOfGroup={row?.inserted_by_group ?? false}
      limit={person.approval_limit ?? null}
      currency={document.client?.currency ?? defaultCurrency}
      isEntitled={sources.length > 0 ? true : null}
    />
  );
}

export interface ProposedApprover extends Approver {
  /** Otherwise the person covers nothing and does not count (APPR-10). */
  readonly isEntitled: boolean;
  /** The limit covers the value of the draft. */
  readonly covers: boolean;
  readonly sources: readonly ApproverSource[];
}

export interface ApproverProposal {
  readonly approvers: readonly ProposedApprover[];
  /** Too few persons, or no sufficient limit (PROC-14). */
  readonly message: string | null;
}

export interface ApproverChoiceProps {
  readonly proposal: ApproverProposal | null;
  /** Manually added persons and groups. */
  readonly manual: readonly Reference[];
  readonly onChange: (manual: readonly Reference[]) => void;
}

/** The future approvers of the draft, with controls to add and remove them (PROC-14). */
export function ApproverChoice({ proposal, manual, onChange }: ApproverChoiceProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return (
    <section className={classes.panel} aria-label={t('document.approvers')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('document.approvers')}</h2>
        <span className={classes.quiet}>
          {proposal === null
            ? t(seesPrices ? 'document.approvers_later' : 'document.approvers_hidden')
            : null}
        </span>
      </header>
      <ul>
        {(proposal?.approvers ?? []).map((one) => (
          <li key={one.lb_user_id} className={classes.approver}>
            <PersonAvatar name={one.name} size={20} />
            <span className={classes.name}>{one.name}</span>
            <ApproverFacts
              sources={one.sources}
              isRequired={one.is_required}
              isManual={one.inserted_manually}
              isOfGroup={one.inserted_by_group}
              covers={one.covers}
              isEntitled={one.isEntitled}
            />
            <span className={classes.state}>
              {!one.is_required && manual.some((person) => person.id === one.lb_user_id) ? (
                <RemoveButton name={one.name} onRemove={() => onChange(without(manual, one.lb_user_id))} />
              ) : null}
            </span>
          </li>
        ))}
        {seesPrices
          ? null
          : manual.map((person) => (
              <li key={person.id} className={classes.approver}>
                <PersonAvatar name={person.name} size={20} />
                <span className={classes.name}>{person.name}</span>
                <span className={classes.state}>
                  <RemoveButton name={person.name} onRemove={() => onChange(without(manual, person.id))} />
                </span>
              </li>
            ))}
      </ul>
      {proposal?.message ? <p className={classes.message}>{proposal.message}</p> : null}
      <div className={classes.add}>
        <SearchSelect
          label={t('document.add_approver')}
          isLabelHidden
          placeholder={t('document.add_approver')}
          value={null}
          searchKey={['lb_user', 'with-groups']}
          search={(text, signal) => findPersons(text, signal, true)}
          onChange={(person) => {
            if (person !== null)
              onChange([...without(manual, person.id), { id: person.id, name: person.name }]);
          }}
        />
      </div>
    </section>
  );
}

function RemoveButton({
  name,
  onRemove,
}: {
  readonly name: string;
  readonly onRemove: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const label = t('document.remove_approver', { name });
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} onClick={onRemove}>
        <IconX size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function without(persons: readonly Reference[], id: number): readonly Reference[] {
  return persons.filter((person) => person.id !== id);
}

/** The current round by the rules: approvals that no longer count are not shown as given. */
function shownRound({ entries }: Kind, { timeline }: ShownDocument): readonly TimelineEntryRow[] {
  const round = approvalRound(timelineOf(timeline), entries.approval, entries.clearing);
  return round.flatMap(
    ({ entryNo }) => timeline.timeline_entries.find((entry) => entry.entry_no === entryNo) ?? [],
  );
}
