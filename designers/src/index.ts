/** The designers' entry; the app loads it lazily, for those who hold the right `dev`. */
export {}
