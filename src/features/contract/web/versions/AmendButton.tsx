import { Button } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { mayAmend } from '../../termination.ts';
import { contractPage } from '../kind.ts';
import type { ContractForm } from '../use-contract-form.ts';

/** Creates an amendment of a contract in force and opens it; hidden if one is already open (CON-38). */
export function AmendButton({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { document, situation } = form;
  const command = useDocumentCommand(contractPage, 'amend', {
    onDone: ({ id }) => void navigate({ to: contractPage.route, search: { id } }),
  });
  if (document === null || mayAmend(situation) !== true || document.open_amendments.length > 0) return null;
  const target = { id: document.id, expected_version: document.timeline.content_version };
  return (
    <Button
      variant="default"
      leftSection={<IconGitBranch size={16} stroke={1.6} aria-hidden />}
      loading={command.isPending}
      onClick={() => void command.run(target)}
    >
      {t('contract.version.amend')}
    </Button>
  );
}
