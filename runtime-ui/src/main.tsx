import 'antd/dist/reset.css'
import './app/app.css'
import { createRoot } from 'react-dom/client'
import { logRenderError } from './app/errors/errorLog'
import { start } from './app/start'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html must hold an element with the id "root"')
createRoot(root, { onCaughtError: logRenderError, onUncaughtError: logRenderError }).render(
  await start(),
)
