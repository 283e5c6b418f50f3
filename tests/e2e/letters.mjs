// A mail server of a journey: it takes every letter and keeps it.
import { createServer } from 'node:net'

/** Opens a mail server and tells its address, as `--mail` takes it. */
export async function openMailServer() {
  const letters = []
  const server = createServer((socket) => serve(socket, letters))
  await new Promise((open) => server.listen(0, '127.0.0.1', open))
  return {
    address: `smtp://127.0.0.1:${server.address().port}?from=wms@example.com`,
    letters,
    close: () => server.close(),
  }
}

/** Speaks as much SMTP as a client needs that hands over letters. */
function serve(socket, letters) {
  let rest = ''
  let letter // the lines of the one that is being handed over
  socket.setEncoding('utf8')
  socket.on('error', () => undefined)
  socket.on('data', (text) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop()
    for (const line of lines) hear(line)
  })
  const answer = (line) => socket.write(`${line}\r\n`)
  answer('220 here')

  function hear(line) {
    if (letter !== undefined && line !== '.') letter.push(line)
    else if (letter !== undefined) {
      letters.push(letter.join('\n'))
      letter = undefined
      answer('250 kept')
    } else if (line === 'DATA') {
      letter = []
      answer('354 go on')
    } else if (line === 'QUIT') {
      answer('221 bye')
      socket.end()
    } else answer('250 ok')
  }
}
