import { Button, Checkbox, Modal } from '@mantine/core';
import { IconCopyPlus, IconTableImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { FocusBack } from '../../../../platform/web/kit/FocusBack.tsx';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import type { ReadContract } from '../kind.ts';
import type { ContractForm } from '../use-contract-form.ts';
import classes from './CopyData.module.css';
import { findSources, sourceQuery, withCopiedData } from './copy-source.ts';

/** Buttons to copy data from another contract (CON-03), and for a new contract to the import of many (ADM-20). */
export function CopyData({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  const { document, editor, saving, problems } = form;
  const close = (): void => setOpened(false);
  return (
    <div className={classes.row}>
      {document === null ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTableImport size={14} stroke={1.6} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/contract/import" />}
        >
          {t('contract.import.title')}
        </Button>
      ) : null}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCopyPlus size={14} stroke={1.6} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('contract.copy.title')}
      </Button>
      {isOpened ? (
        <CopyDataDialog
          ownId={document?.id ?? null}
          onCopy={(contract, isOverwriting) => {
            editor.change((draft) => withCopiedData(draft, contract, isOverwriting));
            saving.forgetProblems([...problems.keys()]);
            close();
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

interface CopyDataDialogProps {
  readonly ownId: number | null;
  readonly onCopy: (contract: ReadContract, isOverwriting: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for the source contract, and whether its data replace the present ones. */
function CopyDataDialog({ ownId, onCopy, onClose }: CopyDataDialogProps): ReactNode {
  const { t } = useTranslation();
  const [option, setOption] = useState<SelectOption | null>(null);
  const [isOverwriting, setOverwriting] = useState(false);
  const [isTried, setTried] = useState(false);
  const loaded = useQuery({ ...sourceQuery(option?.id ?? 0), enabled: option !== null });
  const submit = async (): Promise<void> => {
    setTried(true);
    if (option === null) return;
    const { data: latest } = await loaded.refetch();
    if (latest) onCopy(latest, isOverwriting);
  };
  const gone = loaded.data === null ? t('error.not_found') : null;
  const missing =
    isTried && option === null ? t('error.specific_field_required', { field: t('field.contract_id') }) : null;
  return (
    <Modal opened onClose={onClose} title={t('contract.copy.title')} withCloseButton={false} size={520}>
      <FocusBack />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SearchSelect
          label={t('field.contract_id')}
          required
          placeholder={t('contract.copy.placeholder')}
          error={loaded.error ? failureText(loaded.error) : (missing ?? gone)}
          value={option}
          searchKey={['contract-to-copy', ownId]}
          search={(text, signal) => findSources(ownId, text, signal)}
          onChange={setOption}
        />
        <Checkbox
          className={classes.overwrite}
          label={t('contract.copy.overwrite')}
          description={t(isOverwriting ? 'contract.copy.replaces' : 'contract.copy.fills')}
          checked={isOverwriting}
          onChange={(event) => setOverwriting(event.currentTarget.checked)}
        />
        <div className="dialog-buttons">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit">{t('contract.copy.take')}</Button>
        </div>
      </form>
    </Modal>
  );
}
