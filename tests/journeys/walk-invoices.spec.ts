import { test } from './journey.ts';
import { personPage } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

withEveryModule();

test('NAV-02 I18N-01 the form of a new invoice', async ({ browser }) => {
  await walk(await personPage(browser, 'buyer'), async ({ visit }) => {
    await visit('/invoice/form');
  });
});
