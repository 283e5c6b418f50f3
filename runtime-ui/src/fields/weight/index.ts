import { measureKit } from '../number/measure'

export const weightKit = measureKit(3)
