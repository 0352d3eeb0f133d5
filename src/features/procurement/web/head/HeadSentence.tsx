import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import headClasses from '../../../../document/web/head/HeadFields.module.css';
import { useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { MarkedText } from '../../../../platform/web/kit/MarkedText.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { HeadDraft } from '../draft/draft.ts';
import type { EditedRequest } from './edited-head.ts';
import classes from './HeadSentence.module.css';

export interface HeadSentenceProps extends EditedRequest {
  /** The link to the contract, if there is one. */
  readonly contract: ReactNode;
  /** Shows all fields and focuses this column. */
  readonly onCorrect: (column: string) => void;
}

/** Whether enough of the head is known to be shown as a sentence. */
export function isInferred({ client, department, cost_center }: HeadDraft): boolean {
  return client !== null && department !== null && cost_center !== null;
}

/** The inferred head of a new request as one sentence; each part opens its field for correction (PROC-41). */
export function HeadSentence({ contract, onCorrect, ...edited }: HeadSentenceProps): ReactNode {
  const { t } = useTranslation();
  const field = useHeadField(edited);
  const parts = useParts(edited.head);
  return (
    <section className={headClasses.fields} aria-label={t('document.head')}>
      <div className={headClasses.wide}>
        <TextField {...field('name')} placeholder={t('procurement.name_placeholder')} />
      </div>
      {contract}
      <p className={classes.sentence}>
        {parts.map(({ column, key, values, isMissing }, place) => (
          <span key={column}>
            {place === 0 ? null : ', '}
            <MarkedText
              i18nKey={key}
              values={values}
              part={(words) => (
                <button
                  type="button"
                  className={classes.part}
                  data-missing={isMissing}
                  onClick={() => onCorrect(column)}
                >
                  {words}
                </button>
              )}
            />
          </span>
        ))}
        {'. '}
        <button type="button" className={classes.all} onClick={() => onCorrect('name')}>
          {t('procurement.inferred.all_fields')}
        </button>
      </p>
    </section>
  );
}

interface Part {
  readonly column: string;
  /** The key of its text. */
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly isMissing?: true;
}

function useParts(head: HeadDraft): readonly Part[] {
  const format = useFormat();
  const { client, department, cost_center: costCenter, ledger_account: account } = head;
  const { delivery_address: address, delivery_date: day, consignee } = head;
  return [
    {
      column: 'department_id',
      key: 'procurement.inferred.department',
      values: { department: department?.name ?? '', company: client?.name ?? '' },
    },
    {
      column: 'cost_center_id',
      key: 'procurement.inferred.cost_center',
      values: { name: costCenter === null ? '' : optionLabel(costCenter) },
    },
    account === null
      ? { column: 'ledger_account_id', key: 'procurement.inferred.account_found' }
      : {
          column: 'ledger_account_id',
          key: 'procurement.inferred.account',
          values: { name: optionLabel(account) },
        },
    address === null
      ? { column: 'delivery_address_id', key: 'procurement.inferred.no_address', isMissing: true }
      : {
          column: 'delivery_address_id',
          key: 'procurement.inferred.address',
          values: { name: address.name },
        },
    day === null
      ? { column: 'delivery_date', key: 'procurement.inferred.no_day', isMissing: true }
      : { column: 'delivery_date', key: 'procurement.inferred.day', values: { day: format.day(day) } },
    consignee === null
      ? { column: 'consignee_id', key: 'procurement.inferred.no_consignee', isMissing: true }
      : { column: 'consignee_id', key: 'procurement.inferred.consignee', values: { name: consignee.name } },
  ];
}
