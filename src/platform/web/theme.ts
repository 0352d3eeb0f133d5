import {
  type ActionIconFactory,
  type ButtonFactory,
  type CheckboxFactory,
  type ComboboxFactory,
  type CSSVariablesResolver,
  createTheme,
  type ExtendComponent,
  type FactoryPayload,
  type InputFactory,
  type InputWrapperFactory,
  type KbdFactory,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuFactory,
  type ModalFactory,
  type PopoverFactory,
  type RadioFactory,
  type SegmentedControlFactory,
  type SwitchFactory,
  type TabsFactory,
  type TooltipFactory,
} from '@mantine/core';
import parts from './mantine-parts.module.css';

/** The one accent. Shade 7 is the fill in light, shade 6 in dark; 5 and below are text on dark backgrounds. */
const petrol: MantineColorsTuple = [
  '#e8f3f4',
  '#d3e8ea',
  '#8fc3ca',
  '#62beca',
  '#3497a4',
  '#167f8d',
  '#11707d',
  '#0b6470',
  '#084f59',
  '#063f47',
];

/** The neutral colours of the light tokens, as used by Mantine's components. */
const gray: MantineColorsTuple = [
  '#f6f7f7',
  '#f1f4f4',
  '#ecefef',
  '#e3e7e8',
  '#d2d8da',
  '#b3bcbf',
  '#616b6f',
  '#4d575b',
  '#2c3437',
  '#13191b',
];

/** The same for the dark tokens, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#e8eced',
  '#abb5b9',
  '#8a959a',
  '#768187',
  '#363f43',
  '#252c30',
  '#1e2427',
  '#20262a',
  '#1a1f22',
  '#0f1213',
];

/** Dropdowns belong to the page's main landmark, not outside it. */
const withinPage = { target: 'main' };

export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 6,
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '999px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '24px', xl: '28px' },
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: look<ButtonFactory>({ classNames: { root: parts.button, label: parts.buttonLabel } }),
    ActionIcon: look<ActionIconFactory>({
      classNames: { root: parts.actionIcon },
      defaultProps: { variant: 'subtle', color: 'gray' },
    }),
    Input: look<InputFactory>({ classNames: { wrapper: parts.inputWrapper, input: parts.input } }),
    InputWrapper: look<InputWrapperFactory>({
      classNames: {
        root: parts.field,
        label: parts.label,
        required: parts.required,
        error: parts.error,
        description: parts.hint,
      },
    }),
    Checkbox: look<CheckboxFactory>({ classNames: { input: parts.check } }),
    Radio: look<RadioFactory>({ classNames: { radio: parts.check } }),
    Switch: look<SwitchFactory>({ classNames: { track: parts.track } }),
    Menu: look<MenuFactory>({
      classNames: {
        dropdown: parts.dropdown,
        item: parts.menuItem,
        label: parts.menuLabel,
        divider: parts.divider,
      },
      defaultProps: {
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
        portalProps: withinPage,
      },
    }),
    Combobox: look<ComboboxFactory>({ defaultProps: { portalProps: withinPage } }),
    Popover: look<PopoverFactory>({ classNames: { dropdown: parts.dropdown } }),
    SegmentedControl: look<SegmentedControlFactory>({ classNames: { label: parts.segment } }),
    Tabs: look<TabsFactory>({ classNames: { list: parts.tabList, tab: parts.tab } }),
    Tooltip: look<TooltipFactory>({
      classNames: { tooltip: parts.tooltip },
      defaultProps: { openDelay: 350, multiline: true, maw: 360, portalProps: withinPage },
    }),
    Kbd: look<KbdFactory>({ classNames: { root: parts.kbd } }),
    // The scroll lock adds a style element, which the content security policy refuses; `:has()` replaces it.
    Modal: look<ModalFactory>({
      classNames: {
        content: parts.dialog,
        header: parts.dialogHeader,
        title: parts.dialogTitle,
        body: parts.dialogBody,
        close: parts.close,
      },
      defaultProps: {
        lockScroll: false,
        centered: true,
        transitionProps: { duration: 100 },
        // The only banner of the page is the top bar.
        attributes: { header: { role: 'presentation' } },
      },
    }),
  },
});

/** The look of a component type. Mantine's own `extend` would load each component on every page. */
function look<Factory extends FactoryPayload>(extension: ExtendComponent<Factory>): MantineThemeComponent {
  return extension;
}

type Tokens = Readonly<Record<string, string>>;

const lightTokens: Tokens = {
  '--k-bg': '#ffffff',
  '--k-canvas': '#f6f7f7',
  '--k-page': '#f6f7f7',
  '--k-hover': '#f1f4f4',
  '--k-sunk': '#ecefef',
  '--k-popover': '#ffffff',
  '--k-line': '#e3e7e8',
  '--k-line-2': '#d2d8da',
  '--k-edge': '#858e92',
  '--k-ink': '#13191b',
  '--k-ink-2': '#4d575b',
  '--k-ink-3': '#616b6f',
  '--k-accent': '#0b6470',
  '--k-accent-hover': '#084f59',
  '--k-accent-ink': '#0b6470',
  '--k-tint': '#e8f3f4',
  '--k-tint-2': '#d3e8ea',
  '--k-accent-line': '#8fc3ca',
  '--k-bar': '#0b6470',
  '--k-bar-2': '#84b1b7',
  '--k-ring': '0 0 0 3px color-mix(in srgb, #0b6470 22%, transparent)',
  '--k-shadow': '0 8px 24px rgb(19 25 27 / 14%), 0 1px 3px rgb(19 25 27 / 10%)',
  ...status('waiting', '#cb7e00', '#855000', '#fff5e0', '#f0d296'),
  ...status('progress', '#2e6bd6', '#1e51ae', '#ebf2fd', '#bbd1f5'),
  ...status('done', '#2b9a57', '#1a6a3b', '#e8f6ed', '#b3dec3'),
  ...status('declined', '#d23b34', '#b0281f', '#fdedec', '#f2b8b4'),
  ...status('draft', '#7f8a8f', '#4d575b', '#eef1f1', '#d2d8da'),
};

const darkTokens: Tokens = {
  '--k-bg': '#14181a',
  '--k-canvas': '#1a1f22',
  '--k-page': '#0f1213',
  '--k-hover': '#20262a',
  '--k-sunk': '#252c30',
  '--k-popover': '#1e2427',
  '--k-line': '#262d30',
  '--k-line-2': '#363f43',
  '--k-edge': '#768187',
  '--k-ink': '#e8eced',
  '--k-ink-2': '#abb5b9',
  '--k-ink-3': '#8a959a',
  '--k-accent': '#11707d',
  '--k-accent-hover': '#167f8d',
  '--k-accent-ink': '#62beca',
  '--k-tint': '#14292d',
  '--k-tint-2': '#1a373c',
  '--k-accent-line': '#2b5f67',
  '--k-bar': '#3497a4',
  '--k-bar-2': '#215c65',
  '--k-ring': '0 0 0 3px color-mix(in srgb, #62beca 28%, transparent)',
  '--k-shadow': '0 8px 24px rgb(0 0 0 / 50%), 0 1px 3px rgb(0 0 0 / 40%)',
  ...status('waiting', '#e3a02b', '#f0bc5e', '#2c2312', '#54401a'),
  ...status('progress', '#5b92f0', '#93b8f7', '#172336', '#2b4369'),
  ...status('done', '#3fb36e', '#74d09a', '#13281c', '#234a33'),
  ...status('declined', '#ec6a62', '#f59a94', '#331a19', '#603029'),
  ...status('draft', '#7c878c', '#abb5b9', '#1f2528', '#363f43'),
};

function status(meaning: string, dot: string, text: string, background: string, border: string): Tokens {
  const name = `--k-${meaning}`;
  return {
    [`${name}-dot`]: dot,
    [`${name}-text`]: text,
    [`${name}-bg`]: background,
    [`${name}-line`]: border,
  };
}

/** Mantine's own variables, expressed in our tokens; the same for both colour schemes. */
const mantineColors: Tokens = {
  '--mantine-color-text': 'var(--k-ink)',
  '--mantine-color-bright': 'var(--k-ink)',
  '--mantine-color-body': 'var(--k-bg)',
  '--mantine-color-error': 'var(--k-declined-text)',
  '--mantine-color-placeholder': 'var(--k-ink-3)',
  '--mantine-color-anchor': 'var(--k-accent-ink)',
  '--mantine-color-default': 'var(--k-bg)',
  '--mantine-color-default-hover': 'var(--k-hover)',
  '--mantine-color-default-color': 'var(--k-ink)',
  '--mantine-color-default-border': 'var(--k-line-2)',
  '--mantine-color-dimmed': 'var(--k-ink-2)',
  '--mantine-color-disabled': 'var(--k-sunk)',
  '--mantine-color-disabled-color': 'var(--k-ink-3)',
  '--mantine-color-disabled-border': 'var(--k-line)',
  '--mantine-color-petrol-filled': 'var(--k-accent)',
  '--mantine-color-petrol-filled-hover': 'var(--k-accent-hover)',
  '--mantine-primary-color-contrast': '#ffffff',
};

/** The tokens of the design as CSS variables, for both colour schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...lightTokens, ...mantineColors },
  dark: { ...darkTokens, ...mantineColors },
});
