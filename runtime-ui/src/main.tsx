import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html must hold an element with the id "root"')
createRoot(root).render(null)
