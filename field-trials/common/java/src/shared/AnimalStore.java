package shared;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Animals in memory, by id. */
public final class AnimalStore<P> {
    private final ConcurrentSkipListMap<Long, P> pets = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
    private final AtomicLong ids = new AtomicLong();

    public P add(LongFunction<P> withId) {
        long id = ids.incrementAndGet();
        P pet = withId.apply(id);
        pets.put(id, pet);
        return pet;
    }

    public P get(long id) {
        return pets.get(id);
    }

    /** The newest animals first. */
    public List<P> list(int limit, Predicate<P> wanted) {
        return pets.values().stream().filter(wanted).limit(limit).toList();
    }
}
