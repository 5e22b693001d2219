"""The value between the points of a grid of scores, readably: what the kernel of playouts (``_grid_values.pyx``) reads.

A mean of the points around a position that are reached, by their distance; of those only that rank the contestants as the
position does, if there are any.
"""

import math
from bisect import bisect
from itertools import combinations, product

from engine.game.rules import game_over
from engine.solvers.configs import config_of
from engine.solvers.dense.plan import whammies_of
from engine.solvers.dense.scores import FROM_ENTRY, FROM_ZERO, SEARCH_ORDER, TRACK_BITS
from engine.solvers.lanes import lane_number
from engine.solvers.ply import one_ply_lookahead


def value_of(dense, position):
    """The payoffs of a position of solved cells, as ``Dense.value``, but between points, too."""
    if game_over(position, dense.plan.play_rules.rules) or position.alone:
        return dense.value(position)
    total = _mean_of_points(dense, position)
    if dense.plan.planes == 2:
        return total[0], total[1], max(0.0, 1 - total[0] - total[1])
    return *(dense.scale * x for x in total[:3]), *total[3:]


def root_ply_of(dense):
    """The actions of the root, as ``Dense.root_ply``, but with values between points, too."""
    plan = dense.plan
    spin, tolerance = plan.spins[plan.position.mover_seat], dense.scale * dense.tolerance
    return one_ply_lookahead(plan.position, spin, plan.play_rules, lambda reached: value_of(dense, reached), tolerance)


def _mean_of_points(dense, position):
    config = config_of(position)
    frame = dense.plan.frames[config.frame]
    lane, k = dense.plan.moves.canonical(lane_number(whammies_of(position)), frame.key), frame.number[config]
    planes, start = dense.plan.planes, dense.layout.where[(frame.key, lane)]
    cells, first = frame.cells[frame.classes[lane]], frame.cell_offsets(lane)[k]
    best, total = 0.0, [math.nan] * planes
    for points in _points_around(frame.scores, position):
        stored_points = [(point, here) for point in points if (here := cells.find_cell(k, *point[1:])) is not None]
        alike = [one for one in stored_points if _has_order(frame.scores, position, *one[0][1:])]
        jumps = alike and not all(_has_order(frame.scores, position, *point[1:]) for point in points)
        weight = sum(point[0] for point, _ in alike or stored_points)
        if (share := 1.0 if jumps else weight) > best + 1e-9:
            best, total = share, [0.0] * planes
            for point, (of, row, cell, width) in alike or stored_points:
                at = start + (int(first[of]) + row) * planes + cell
                for plane in range(planes):
                    total[plane] += point[0] / weight * float(dense.memory[at + plane * width])
            if share > 1 - 1e-9:
                break
    return total


def _points_around(scores, position):
    """The points at or around a position's scores, for each way to choose tracks: weights, patterns and places."""
    for way in product(*(_places(axis, position.contestants[axis.seat].score) for axis in scores.axes)):
        pattern = sum(track << TRACK_BITS * index for index, (track, _) in enumerate(way))
        yield [(x * y * z, pattern, (a, b, c)) for (a, x), (b, y), (c, z) in product(*(places for _, places in way))]


def _places(axis, score):
    """The tracks with the place of a score on each, or its two neighbors, with weights that keep the mean.

    Tracks that contain the score come first; a score beyond all counts as the cap.
    """
    neighbors = []
    for track_number in SEARCH_ORDER:
        track = axis.tracks[track_number]
        above = bisect(track, score)
        is_beyond = above == len(track) and track_number in (FROM_ZERO, FROM_ENTRY)
        if above and (track[above - 1] == score or is_beyond):
            yield track_number, [(above - 1, 1.0)]
        elif above and above < len(track):
            part = (score - track[above - 1]) / (track[above] - track[above - 1])
            neighbors.append((track_number, [(above - 1, 1 - part), (above, part)]))
    yield from neighbors


def _has_order(scores, position, pattern, place):
    """Whether the scores of a point have the same order as a position's."""
    here = [position.contestants[axis.seat].score for axis in scores.axes]
    there = [
        axis.tracks[pattern >> TRACK_BITS * n & 3][at]
        for n, (axis, at) in enumerate(zip(scores.axes, place, strict=True))
    ]
    return all(
        (here[m] > here[n]) - (here[m] < here[n]) == (there[m] > there[n]) - (there[m] < there[n])
        for m, n in combinations(range(3), 2)
    )
