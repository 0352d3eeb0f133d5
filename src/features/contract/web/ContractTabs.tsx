import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../document/web/DocumentPage.module.css';
import { openableFiles } from '../../../document/web/document.ts';
import { isOfLine } from '../../../document/web/draft/problems.ts';
import { Attachments } from '../../../document/web/head/Attachments.tsx';
import { signatureOf } from '../agreement.ts';
import { mayKeepFiles } from '../files.ts';
import { ContractBody } from './ContractBody.tsx';
import { FormerTerms } from './FormerTerms.tsx';
import { type ContractDocument, contractPage } from './kind.ts';
import { ContractLines } from './lines/ContractLines.tsx';
import { Related } from './related/Related.tsx';
import { relatedQuery } from './related/related.ts';
import type { ContractForm } from './use-contract-form.ts';
import { Versions } from './versions/Versions.tsx';

const tabs = ['contract', 'items', 'related', 'documents', 'terms'] as const;
type TabName = (typeof tabs)[number];

export interface ContractTabsProps {
  readonly form: ContractForm;
  readonly document: ContractDocument;
}

/** Tabs with fields, lines, related documents, files and former terms of a contract (CON-01). */
export function ContractTabs({ form, document }: ContractTabsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const { problems, saving, situation } = form;
  const related = useQuery(relatedQuery(document.id)).data;
  const [hidden, setHidden] = useState(0);
  const places = [...problems.keys()];
  const errors: Readonly<Partial<Record<TabName, number>>> = {
    contract: places.filter((place) => !isOfLine(place)).length,
    items: places.filter(isOfLine).length,
  };
  // After a failed save, open the first tab with problems unless the current one has some (VAL-45).
  const asked = tabs.find((one) => one === tab) ?? 'contract';
  const wrong = tabs.find((one) => (errors[one] ?? 0) > 0);
  const isAskedRight = (errors[asked] ?? 0) > 0 || wrong === undefined;
  const shown = saving.findings > hidden && !isAskedRight ? wrong : asked;
  const counts: Readonly<Partial<Record<TabName, number>>> = {
    items: situation.document.lines.length,
    ...(related === undefined ? {} : { related: related.length }),
    documents: openableFiles(document).length,
    terms: document.contract_terms.length,
  };
  const show = (value: string | null): void => {
    setHidden(saving.findings);
    const search =
      value === null || value === 'contract' ? { id: document.id } : { id: document.id, tab: value };
    void navigate({ to: contractPage.route, search, replace: true, ignoreBlocker: true });
  };
  return (
    <Tabs value={shown} keepMounted={false} onChange={show}>
      <Tabs.List aria-label={t('shell.tabs')}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`contract.tab.${one}`)}{' '}
            {counts[one] === undefined ? null : <span className={classes.count}>{counts[one]}</span>}
            {(errors[one] ?? 0) > 0 ? (
              <span className={classes.errors}>{t('document.errors', { count: errors[one] })}</span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="contract">
        <ContractBody form={form} document={document} onShow={show} />
      </Tabs.Panel>
      <Tabs.Panel value="items">
        <ContractLines form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="related">
        <Related form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="documents">
        <Attachments
          form={form}
          keepsFiles={mayKeepFiles(situation)}
          sealedAt={signatureOf(situation.document.timeline)?.completedAt ?? null}
        />
      </Tabs.Panel>
      <Tabs.Panel value="terms">
        <Versions document={document} />
        <FormerTerms document={document} />
      </Tabs.Panel>
    </Tabs>
  );
}
