import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Puts the theme's CSS variables into the page as a constructed style sheet. Mantine itself would write a style
 * element, which the content security policy refuses.
 */
export function adoptCssVariables(): void {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const mantine = defaultCssVariablesResolver(merged);
  const own = cssVariablesResolver(merged);
  const light = { ...mantine.light, ...own.light };
  const dark = { ...mantine.dark, ...own.dark };
  const variables = { ...mantine.variables, ...own.variables };
  const sheet = new CSSStyleSheet();
  // Paper is white: in print, the dark scheme has the light colours.
  const onPaper = convertCssVariables({ variables: {}, light: {}, dark: light }, ':root');
  sheet.replaceSync(
    `${convertCssVariables({ variables, light, dark }, ':root')} @media print { ${onPaper} }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
