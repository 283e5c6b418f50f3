import { theme as antd, type ThemeConfig } from 'antd'
import type { Size, ThemeName } from './preferences'
import { densityOf, fonts, palettes } from './theme'

/** antd's configuration for a theme and a size. */
export function antdTheme(name: ThemeName, size: Size): ThemeConfig {
  const palette = palettes[name]
  const density = densityOf(name, size)
  return {
    algorithm: name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: palette.accent,
      colorLink: palette.accent,
      colorInfo: palette.phases.work.text,
      colorSuccess: palette.phases.done.text,
      colorSuccessBg: palette.phases.done.ground, // antd's is mud, made of a text's dark tone
      colorWarning: palette.phases.waiting.text,
      colorWarningBg: palette.phases.waiting.ground,
      colorError: palette.phases.stopped.text,
      colorTextBase: palette.text,
      colorTextTertiary: palette.quiet,
      colorTextPlaceholder: palette.quiet,
      colorBorder: palette.edge,
      colorBorderSecondary: palette.line,
      colorBgLayout: palette.page,
      colorBgContainer: palette.side,
      colorPrimaryBg: palette.accentGround,
      colorPrimaryBgHover: palette.accentGround,
      controlItemBgActive: palette.accentGround,
      controlItemBgActiveHover: palette.accentGround,
      fontFamily: fonts.text,
      fontFamilyCode: fonts.code,
      fontSize: density.font,
      fontSizeSM: Math.max(12, density.font - 1),
      controlHeight: density.control,
      borderRadius: 4,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      // Ends what antd moves at once. CSS alone cannot: antd waits for the end of an animation,
      // and misses one that took no time.
      motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      wireframe: false,
    },
    components: {
      Button: { primaryColor: palette.onAccent },
      Table: {
        cellPaddingBlockSM: Math.floor((density.row - density.font * 1.5715 - 1) / 2),
        cellPaddingInlineSM: 8,
        headerBorderRadius: 0,
      },
      Menu: {
        itemHeight: density.row + 4,
        itemMarginBlock: 0,
        itemBorderRadius: 4,
        collapsedWidth: 55, // of the 56 px a hairline is the border
        itemBg: palette.side,
        subMenuItemBg: palette.side,
      },
      Layout: { siderBg: palette.side, headerBg: palette.side, bodyBg: palette.page },
    },
  }
}
