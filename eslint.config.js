import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

// What Node and the page give to scripts that drive a browser.
const given = `
  AudioContext Buffer ClipboardEvent DOMException DataTransfer DragEvent Element ErrorEvent
  File KeyboardEvent NodeFilter OscillatorNode PerformanceObserver URL URLSearchParams
  addEventListener atob console dispatchEvent document fetch history innerHeight navigator
  performance process requestAnimationFrame setTimeout window
`
const known = Object.fromEntries(
  given
    .trim()
    .split(/\s+/)
    .map((name) => [name, 'readonly']),
)

const designersApart = {
  group: ['**/designers/**'],
  message: 'Only the app entry loads designers, lazily.',
}
const oneDoor = {
  regex: 'runtime-ui/src/(?!render$|testing/)',
  message: 'Designers and plugins see of the runtime what render.ts shows.',
}

export default defineConfig(
  {
    ignores: ['runtime-ui/public/**', '**/dist/**', 'node_modules/**', '**/scripts/**'],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    ...hooks.configs.flat['recommended-latest'],
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.gen.ts'],
  },
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      'no-restricted-imports': ['error', { patterns: [designersApart] }],
    },
  },
  {
    files: ['designers/**', 'plugins/*/ui/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [designersApart, oneDoor] }] },
  },
  {
    // What is made of the schemas says {} of an object that may have any members.
    files: ['**/*.gen.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': 'off' },
  },
  {
    // Scripts that drive a browser: plain JavaScript, in part run within the page.
    files: ['tests/**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: known },
  },
)
