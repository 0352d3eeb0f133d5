/** `npm run picture`: takes the first picture of the README from the demo. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { login } from '../tests/journeys/session.ts';
import { launchProduct, startScript, temporaryDataDirectory } from '../tests/support/product-process.ts';
import { withoutTours } from '../tests/support/without-tours.ts';

const file = join(import.meta.dirname, '../docs/tasks.png');
const person = 'buyer@demo.test';

const data = temporaryDataDirectory();
const product = await launchProduct({ dataDirectory: data.path, program: startScript });
try {
  await product.ready();
  const executablePath = process.env.KONTOR_BROWSER;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 1440, height: 720 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  await withoutTours(page.context());
  await login(page, person);
  await page.getByRole('complementary').getByRole('textbox').waitFor();
  // The mouse is on nothing; pictures of people, fonts and animations have loaded.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: file });
  await browser.close();
} finally {
  product.signal('SIGTERM');
  await product.ended();
  data.remove();
}
console.log(`Wrote ${file}, the tasks of ${person}.`);
