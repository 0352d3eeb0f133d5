import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Adds the theme's CSS variables as a constructed style sheet. Mantine itself would add a style element, which the
 * content security policy refuses.
 */
export function adoptCssVariables(): void {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const mantine = defaultCssVariablesResolver(merged);
  const own = cssVariablesResolver(merged);
  const light = { ...mantine.light, ...own.light };
  const dark = { ...mantine.dark, ...own.dark };
  const variables = { ...mantine.variables, ...own.variables };
  const sheet = new CSSStyleSheet();
  // Print uses the light colours in the dark scheme, too.
  const onPaper = convertCssVariables({ variables: {}, light: {}, dark: light }, ':root');
  sheet.replaceSync(
    `${convertCssVariables({ variables, light, dark }, ':root')} @media print { ${onPaper} }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
