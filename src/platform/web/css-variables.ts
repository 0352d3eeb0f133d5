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
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    convertCssVariables(
      {
        variables: { ...mantine.variables, ...own.variables },
        light: { ...mantine.light, ...own.light },
        dark: { ...mantine.dark, ...own.dark },
      },
      ':root',
    ),
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
