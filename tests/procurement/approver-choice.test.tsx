import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { ApproverChoice } from '../../src/document/web/steps/ApproverPanel.tsx';
import { useHasRole } from '../../src/platform/web/profile.ts';
import { htmlOf, showGerman } from '../support/rendered.tsx';

vi.mock('../../src/platform/web/profile.ts', async (load) => ({
  ...(await load<typeof import('../../src/platform/web/profile.ts')>()),
  useHasRole: vi.fn(),
}));

beforeAll(showGerman);

it.each([
  ['people who see prices what is missing', true, german.document.approvers_later],
  ['others that approvers depend on amounts', false, german.document.approvers_hidden],
])('PROC-14 ROLE-07 without a proposal the panel tells %s', (_who, seesPrices, said) => {
  vi.mocked(useHasRole).mockReturnValue(seesPrices);
  const page = htmlOf(<ApproverChoice proposal={null} manual={[]} onChange={() => {}} />);
  expect(page).toContain(said);
});
