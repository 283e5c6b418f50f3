import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { parts } from './runtime-ui/scripts/parts'

const root = resolve(import.meta.dirname, 'runtime-ui')
/** The oldest browsers that run the app; public/old.js tells the others, tests/e2e/floor.mjs looks. */
const floor = ['chrome111', 'edge111', 'firefox121', 'safari16.4']
const tests = (ending: string) => [
  `{runtime-ui,designers}/src/**/*.test.${ending}`,
  `plugins/*/ui/**/*.test.${ending}`,
]
const compressible = /\.(js|css|wasm)$/

/** Writes every script, style sheet and wasm module packed as well, so the server never compresses them. */
function precompress(): Plugin {
  const packers = { gz: promisify(gzip), br: promisify(brotliCompress) }
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const names = await readdir(dir, { recursive: true })
      for (const name of names.filter((n) => compressible.test(n))) {
        const file = join(dir, name)
        const content = await readFile(file)
        for (const [ending, pack] of Object.entries(packers)) {
          await writeFile(`${file}.${ending}`, await pack(content))
        }
      }
    },
  }
}

/**
 * Icons say nothing unless they are told what to say. They stand beside words or in a button that
 * has a name; the library would add the English name of the picture to both.
 */
function silentIcons(): Plugin {
  return {
    name: 'silent-icons',
    apply: 'build',
    transform: {
      filter: { id: /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js$/ },
      handler: (code) =>
        code.replace('"aria-label": icon.name', '"aria-hidden": !restProps["aria-label"]'),
    },
  }
}

/**
 * Keeps the names of our components, which the error log tells; those of libraries would cost the
 * first load 12 kB.
 */
function namedComponents(): Plugin {
  return {
    name: 'named-components',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(runtime-ui|designers)\/src\/.*\.tsx$|\/plugins\/[^/]+\/ui\/.*\.tsx$/ },
      handler(code) {
        const names = [...code.matchAll(/^(?:export )?function ([A-Z]\w*)/gm)].map(
          ([, name]) => name,
        )
        const kept = names.map((n) => `Object.defineProperty(${n}, 'name', { value: '${n}' })`)
        return `${code}\n${kept.join('\n')}\n`
      },
    },
  }
}

/**
 * Writes the worker that opens the app without a network: it keeps the scripts and styles of this
 * build, but for the big ones that few people load, and the texts.
 */
function offlineWorker(): Plugin {
  const big = 400_000 // bytes
  return {
    name: 'offline-worker',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = (await readdir(join(dir, 'assets'))).filter((one) => /\.(js|css)$/.test(one))
      const sizes = await Promise.all(names.map((one) => stat(join(dir, 'assets', one))))
      const small = names.filter((_, i) => (sizes[i]?.size ?? big) < big).sort()
      const texts = ['zh', 'en', 'es'].map((language) => `/api/i18n/${language}.json`)
      const files = [...small.map((one) => `/assets/${one}`), '/favicon.svg', ...texts]
      const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      const worker = await readFile(join(root, 'scripts/worker.js'), 'utf8')
      const source = worker.replace('__BUILD__', name).replace('__FILES__', JSON.stringify(files))
      await writeFile(join(dir, 'sw.js'), source)
    },
  }
}

/**
 * Packs the fonts of paper beside the app, so that the one binary has them: they come from a
 * package with an open licence, never from the machine. Browsers load none of it.
 */
function paperFonts(): Plugin {
  const from = resolve(import.meta.dirname, 'node_modules/@expo-google-fonts/noto-sans-sc')
  const fonts = {
    regular: '400Regular/NotoSansSC_400Regular.ttf',
    bold: '700Bold/NotoSansSC_700Bold.ttf',
  }
  return {
    name: 'paper-fonts',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, 'paper')
      await mkdir(folder, { recursive: true })
      for (const [weight, file] of Object.entries(fonts)) {
        const packed = await promisify(gzip)(await readFile(join(from, file)), { level: 9 })
        await writeFile(join(folder, `${weight}.ttf.gz`), packed)
      }
      await copyFile(join(from, 'LICENSE_FONT'), join(folder, 'LICENSE.txt'))
    },
  }
}

export default defineConfig({
  root,
  plugins: [
    react(),
    silentIcons(),
    namedComponents(),
    offlineWorker(),
    precompress(),
    paperFonts(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: floor,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: parts() } },
  },
  server: { fs: { allow: [import.meta.dirname] }, proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: {
    root: import.meta.dirname,
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: { name: 'logic', environment: 'node', isolate: false, include: tests('ts') },
      },
      {
        extends: true,
        test: {
          name: 'page', // what needs one
          // A file goes on with the page and the modules of the one before: to load React and
          // antd anew for each was two thirds of what the tests cost.
          isolate: false,
          environment: 'jsdom',
          include: tests('tsx'),
          setupFiles: ['runtime-ui/src/testing/setup.ts'],
        },
      },
    ],
  },
})
